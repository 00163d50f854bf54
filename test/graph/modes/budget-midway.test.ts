import { expect, it } from "@jest/globals";
import { placeOf } from "../../../src/core/text/message.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { allModes, compileMode, fourNames, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const tasks = [1, 2, 3].map((worker) => ({ worker, task: "Ask.", after: [] }));
const answer = (call: Parameters<typeof plainAnswer>[0]) =>
  call.purpose === "plan" ? JSON.stringify({ tasks }) : plainAnswer(call);

it.each([
  ...allModes.map((mode) => [mode, {}] as const),
  ["bidding", { bidding: { pass: "single" } }],
  ["director", { director: { probability: 0, calls: "one" } }],
  ["group-chat", { stages: [{ task: "discuss", order: "together", speakers: fourNames }] }],
  ["group-chat", { stages: [{ task: "discuss", order: "bidding", speakers: fourNames }] }],
] as const)("keeps no decision of a turn that a budget ends before its speech, in %s with %j", async (mode, more) => {
  const stopped = new Set<string>();
  for (let calls = 1; calls <= 14; calls += 1) {
    const graph = compileMode(mode, { model: new ScriptedModel(answer) });
    const state = await graph.invoke(inputFor(mode, { ...more, budget: { calls } }));
    const { results = [] } = state as unknown as { results?: readonly { turn: number }[] };
    const spoken = state.messages.flatMap((message) => placeOf(message) ?? []);
    const turns = spoken.filter(({ kind }) => kind === "speech").map(({ turn }) => turn);
    const taken = new Set([...turns, ...results.map(({ turn }) => turn)]);
    for (const { turn } of state.decisions) expect([calls, turn, taken.has(turn)]).toEqual([calls, turn, true]);
    expect(new Set(turns).size).toBe(state.decisions.filter(({ turn }) => turns.includes(turn)).length);
    expect(exportConversation(mode, state as never).decisions.length).toBe(state.decisions.length);
    stopped.add(state.stopReason?.kind ?? "");
  }
  expect(stopped).toContain("budget");
});
