/** Every call must begin with its only system message, because some providers reject a second one. */
import { expect, it } from "@jest/globals";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, fourNames, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const sonar = tool(() => "12 m", { name: "sonar", description: "Listens.", schema: z.object({}) });

/** Everybody's first bid, choice, decision and plan is unreadable, so the graph requests them again. */
function answer(call: ScriptedCall): string {
  const isFormal = ["bid", "choose-speaker", "decide", "plan"].includes(call.purpose);
  return isFormal && call.index === 0 ? "Well." : plainAnswer(call);
}

it.each([
  ...allModes.map((mode) => [mode, {}] as const),
  ["bidding", { bidding: { answer: "structured" } }],
  ["bidding", { bidding: { pass: "single" } }],
  ["bidding", { bidding: { by: "panel" } }],
  ["director", { director: { probability: 0, calls: "one" } }],
] as const)("%s with %j starts every call with its only system message", async (mode, more) => {
  // Without structured output, the prompt has an additional message that describes the expected form.
  const withStructuredOutput = () => {
    throw new Error("none");
  };
  const model = Object.assign(new ScriptedModel(answer), { withStructuredOutput });
  const memory = { window: "summary", turns: 2 };
  const participants = fourNames.map((name) => ({ name, tools: name === "Ann" ? ["sonar"] : [] }));
  const input = { topic: "The bridge", participants, prepare: true, memory, stopping: { agreement: { every: 2 } } };
  await compileMode(mode, { model, tools: [sonar] }).invoke(inputFor(mode, { ...input, ...more }));
  const types = model.calls.map(({ purpose, messages }) => [purpose, ...messages.map(({ type }) => type)]);
  expect(types.length).toBeGreaterThan(10);
  for (const [purpose, ...all] of types)
    expect([purpose, all.filter((type) => type === "system"), all[0]]).toEqual([purpose, ["system"], "system"]);
});
