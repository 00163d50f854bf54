import { expect, it } from "@jest/globals";
import { describeError } from "../../../src/errors/describe-error.js";
import { createBidding, createRoundRobin, defineRule, RostrumError } from "../../../src/index.js";
import { checkScenario } from "../../../src/talk/scenario/check-scenario.js";
import { ScriptedModel } from "../../../src/testing.js";
import { languages } from "../../../src/words/registry.js";
import { inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const model = new ScriptedModel(plainAnswer);

const run = (selection: object, create: typeof createBidding | typeof createRoundRobin = createBidding, more = {}) =>
  create({ model, ...more } as never)
    .compile()
    .invoke(inputFor("bidding", { selection, maxTurns: 1 }) as never);

const forScores = ["highest-bid", "proportional-fair"];

it.each([
  ["count", 2, "highest-bid", ["selector"]],
  ["fallback", "random", "highest-bid", ["selector"]],
  ["among", 3, "selector", forScores],
  ["tieBreak", "addressed", "selector", forScores],
  ["guidance", "Whoever knows.", "lottery", ["selector"]],
  ["guidance", "Whoever knows.", "highest-bid", ["selector"]],
])("“%s: %s” with the rule “%s” is rejected, and the error's text names %j", async (setting, value, rule, names) => {
  const error = await run({ rule, [setting]: value }).catch((thrown: unknown) => thrown);
  if (!RostrumError.isInstance(error)) throw error;
  expect(error.details.problems).toMatchObject([
    { field: `selection.${setting}`, code: "unused-setting", params: { chosen: rule, values: names } },
  ]);
  for (const language of languages) {
    const sentence = describeError(error, language);
    for (const name of [rule, ...names]) expect(sentence).toContain(name);
    expect(sentence.includes("selection.among")).toBe(
      setting === "among" || (rule === "highest-bid" && setting === "guidance"),
    );
  }
});

it.each([
  { rule: "selector", count: 2, fallback: "random", guidance: "Whoever knows.", tieBreak: "random" },
  { rule: "highest-bid", among: 2, guidance: "Whoever knows.", tieBreak: "addressed" },
  { rule: "proportional-fair", tieBreak: "selector", guidance: "Whoever knows." },
])("%j is accepted", async (selection) => {
  await expect(run(selection)).resolves.toMatchObject({ turn: 1 });
});

it("an option that changes the rule removes a `count` and a `guidance` that the new rule does not use", () => {
  const fields = { mode: "bidding", selection: { rule: "selector", count: 2, guidance: "Whoever knows.", aging: 1 } };
  const overrides = [{ path: ["selection", "rule"], value: "highest-bid", name: "--rule" }] as const;
  const { input } = checkScenario({ fields }, { overrides });
  expect(input["selection"]).toMatchObject({ rule: "highest-bid", aging: 1 });
  for (const setting of ["count", "guidance"]) expect(input["selection"]).not.toHaveProperty(setting);
});

it("`count` is accepted with a caller's own rule, which may read it", async () => {
  const first = defineRule({
    name: "first",
    description: "the first candidate speaks",
    settings: {},
    needsBids: false,
    select: ({ candidates }) => candidates[0],
  });
  await expect(run({ rule: "first", count: 2 }, createRoundRobin, { rules: { first } })).resolves.toMatchObject({
    turn: 1,
  });
  const selectSpeaker = ({ candidates }: { candidates: readonly unknown[] }) => candidates[0];
  await expect(run({ count: 2 }, createRoundRobin, { selectSpeaker })).resolves.toMatchObject({ turn: 1 });
});
