/** If `nextSpeaker` is edited, in Studio or with `updateState`, the decision records the actual speaker. */
import { expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { placeOf } from "../../../src/core/text/message.js";
import type { Conversation } from "../../../src/graph/state/conversation-state.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, fourNames, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const thread = { configurable: { thread_id: "t" } };
type Graph = ReturnType<typeof compileMode>;

async function editedIn(graph: Graph, input: object, nextSpeaker?: string) {
  await graph.invoke(input, { ...thread, interruptAfter: ["choose-speaker"] });
  const { values } = await graph.getState(thread);
  const [chosen] = values.decisions;
  const other = nextSpeaker ?? fourNames.find((name) => name !== chosen?.speaker);
  await graph.updateState(thread, { nextSpeaker: other });
  return { chosen, other };
}

const compile = (mode: string) =>
  compileMode(mode, { model: new ScriptedModel(plainAnswer) }, { checkpointer: new MemorySaver() });

it.each([
  ...allModes.map((mode) => [mode, {}] as const),
  ["bidding", { bidding: { pass: "single" } }],
  ["group-chat", { stages: [{ task: "discuss", order: "together" }, { task: "decide" }] }],
  ["group-chat", { stages: [{ task: "decide" }, { task: "discuss" }] }],
] as const)("records the edited speaker in %s with %j", async (mode, more) => {
  const graph = compile(mode);
  const { chosen, other } = await editedIn(graph, inputFor(mode, more));
  const events: RostrumEvent[] = [];
  for await (const event of await graph.stream(null, { ...thread, streamMode: "custom" })) events.push(event);
  const { decisions, messages, participants }: Conversation = (await graph.getState(thread)).values;
  const [first] = decisions;
  expect(first).toMatchObject({ turn: 1, speaker: other, rule: "by-hand", tied: [other], draw: null });
  expect(first?.candidates).toEqual(participants.map(({ name }) => name));
  expect([first?.bids, first?.choices]).toEqual([chosen?.bids, chosen?.choices]);
  expect(events.find(({ type }) => type === "decision")).toMatchObject({ decision: first });
  const speeches = messages.filter((message) => placeOf(message)?.kind === "speech");
  expect(decisions.map(({ turn, speaker }) => `${turn} ${speaker}`)).toEqual(
    speeches.map((message) => `${placeOf(message)?.turn} ${message.name}`),
  );
});

it.each(allModes)("rejects an edited speaker who is not in the cast in %s mode", async (mode) => {
  const graph = compile(mode);
  await editedIn(graph, inputFor(mode), "Zed");
  await expect(graph.invoke(null, thread)).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringMatching(/^nextSpeaker: no participant named .Zed./),
  });
});

it("keeps the rule's decision if the edit does not change the speaker", async () => {
  const graph = compile("round-robin");
  await editedIn(graph, inputFor("round-robin"), "Ann");
  expect((await graph.invoke(null, thread)).decisions[0]).toMatchObject({ speaker: "Ann", rule: "round-robin" });
});
