import { expect, it } from "@jest/globals";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, fourNames, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

/** Bea's secret is in her instructions. The others' are in their descriptions. A model writes Dov's description. */
const secretOf = (name: string) => `secret-of-${name}`;
const participants = fourNames.map((name) => {
  if (name === "Dov") return { name, role: "Warden", location: "Hull" };
  return { name, [name === "Bea" ? "instructions" : "description"]: secretOf(name) };
});
const leader = { name: "Host", description: secretOf("Host") };

/** Settings that make a mode call models for additional purposes or give its leader a secret. */
const settings: Readonly<Record<string, object>> = {
  bidding: { stopping: { agreement: { every: 1 } } },
  director: { director: { ...leader, probability: 0 } },
  "group-chat": {
    stages: [{ task: "present" }, { task: "discuss", order: "bidding", maxRounds: 2 }, { task: "decide" }],
  },
  supervisor: { supervisor: leader },
};

const namesIn = ({ messages }: ScriptedCall) => {
  const prompt = messages.map(({ text }) => text).join("\n");
  return [...fourNames, leader.name].filter((name) => prompt.includes(secretOf(name)));
};

async function callsOf(mode: string, more: object = {}): Promise<readonly ScriptedCall[]> {
  const model = new ScriptedModel((call) => {
    if (call.purpose === "describe-participant") return secretOf(call.participant);
    if (call.purpose === "judge-agreement") return JSON.stringify({ agreed: false, on: "" });
    return call.purpose === "bid-panel" ? "" : plainAnswer(call);
  });
  const input = { participants, prepare: true, memory: { window: "summary", turns: 1 }, ...settings[mode], ...more };
  await compileMode(mode, { model }).invoke(inputFor(mode, input));
  return model.calls;
}

it.each(allModes)("a prompt in %s mode contains no secret except that of whoever answers it", async (mode) => {
  const calls = await callsOf(mode);
  for (const call of calls) {
    const others = namesIn(call).filter((name) => name !== call.participant);
    expect([call.purpose, call.participant, others]).toEqual([call.purpose, call.participant, []]);
  }
  const speeches = calls.filter(({ purpose }) => ["speech", "execute", "decide", "reflect"].includes(purpose));
  expect(speeches.length).toBeGreaterThan(1);
  for (const call of speeches) expect(namesIn(call)).toEqual([call.participant]);
});

it("the prompts of a panel contain the secrets of all participants", async () => {
  const calls = await callsOf("bidding", { bidding: { by: "panel" } });
  const panels = calls.filter(({ purpose }) => purpose === "bid-panel");
  expect(panels.length).toBeGreaterThan(1);
  for (const call of panels) expect(namesIn(call)).toEqual(fourNames);
  for (const call of calls.filter(({ purpose }) => purpose === "speech"))
    expect(namesIn(call)).toEqual([call.participant]);
});
