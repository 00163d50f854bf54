import { expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { fork } from "../../../../src/talk/conversations/delivery/fork.js";
import { allModes, compileMode, fourNames, inputFor } from "../../../support/any-mode.js";

const thread = (thread_id: string) => ({ configurable: { thread_id } });
const planned = fourNames.map((_, index) => ({
  worker: index + 1,
  task: `Part ${index}`,
  after: index > 0 ? [index] : [],
}));

it.each(allModes)("prompts contain an edited speech's new text, and not its original, in %s mode", async (mode) => {
  const model = new ScriptedModel(({ purpose, turn, participant }) => {
    if (purpose === "bid") return "<3>";
    if (purpose === "plan") return JSON.stringify({ tasks: planned });
    if (purpose === "choose-speaker") return fourNames[turn % 4] ?? "";
    if (purpose === "decide") return JSON.stringify({ decision: "We build.", rationale: "It pays.", dissent: "" });
    if (purpose === "judge-round") return JSON.stringify({ sufficient: false, reason: "not yet", open: [] });
    return `${participant} weighs turn ${turn}.`;
  });
  const graph = compileMode(mode, { model }, { checkpointer: new MemorySaver() });
  const { messages } = await graph.invoke(inputFor(mode), thread("whole"));
  const original = messages.findLast(({ additional_kwargs: { rostrum } }) => {
    const { kind, turn } = rostrum as { kind: string; turn: number };
    return kind === "speech" && turn === 1;
  });
  await fork(graph, thread("whole"), thread("edited"), { turn: 1, speech: "Nobody can weigh a bridge." });
  const before = model.calls.length;
  await graph.invoke(null, thread("edited"));
  const prompts = model.calls.slice(before).map((call) => call.messages.map(({ text }) => text).join("\n"));
  expect(original?.text).toBeTruthy();
  expect(prompts.length).toBeGreaterThan(0);
  for (const prompt of prompts) {
    expect(prompt).toContain("Nobody can weigh a bridge.");
    expect(prompt).not.toContain(original?.text);
  }
});
