import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { placeOf, speakerOf } from "../../../../src/core/text/message.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { compileDirector } from "../../../support/conversation.js";

const answer = fc.oneof(
  fc.integer({ min: -2, max: 9 }).map((number) => `<${number}>`),
  fc.constantFrom(
    "",
    "<2.5>",
    "<1> or <2>",
    "<pass>",
    "Ann",
    "“<1>”",
    "<think><1></think><2>",
    "＜３＞",
    "<1000000000000>",
  ),
  fc.string({ maxLength: 40 }),
);
const direction = fc.oneof(
  fc
    .tuple(fc.string({ maxLength: 30 }), answer, fc.string({ maxLength: 30 }))
    .map(([comment, number, question]) => `${comment}\n${number}\n${question}`),
  answer,
);
const name = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcAB é-.'林晚舟") })
  .map((text) => text.trim())
  .filter((text) => text !== "");

const settings = fc.record({
  calls: fc.constantFrom("three" as const, "one" as const),
  fallback: fc.constantFrom("first" as const, "least-recent" as const, "random" as const),
  repeat: fc.constantFrom("allow" as const, "forbid" as const),
});

it("chooses a candidate for any answers, names and settings, and uses the fallback only after two answers", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { minLength: 2, maxLength: 6, selector: (each) => each.normalize("NFKC").toLowerCase() }),
      settings,
      fc.array(answer, { minLength: 8, maxLength: 8 }),
      fc.array(direction, { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 0, max: 1000 }),
      async (names, director, answers, directions, seed) => {
        const model = new ScriptedModel(({ purpose, index }) => {
          if (purpose === "choose-speaker") return answers[index % 8] ?? "";
          if (purpose === "direct") return directions[index % 8] ?? "";
          return `Words ${purpose} ${index}`;
        });
        const participants = names.map((each) => ({ name: each }));
        const input = { participants, seed, maxTurns: 4, director: { ...director, name: "Vesna Q", probability: 0 } };
        const result = await compileDirector({ model }).invoke(input);
        expect(result.decisions).toHaveLength(4);
        for (const { candidates, speaker, rule, choices, excluded } of result.decisions) {
          expect(candidates).toContain(speaker);
          expect(candidates).not.toContain("Vesna Q");
          expect(candidates.length + excluded.length).toBe(names.length);
          const isRead = choices.some(({ problem }) => problem === null);
          const expected =
            choices.length === 0 ? "only-candidate" : isRead ? "directors-choice" : `fallback-${director.fallback}`;
          expect(rule).toBe(expected);
          if (rule.startsWith("fallback")) expect(choices).toHaveLength(2);
          for (const choice of choices) expect([...answers, ...directions]).toContain(choice.answer);
        }
        const speeches = result.messages.filter((message) => placeOf(message)?.kind === "speech");
        expect(speeches.map(speakerOf)).toEqual(result.decisions.map(({ speaker }) => speaker));
        expect(result.stopReason).toEqual({ kind: "turns", turn: 4, limit: 4 });
      },
    ),
    { numRuns: 60 },
  );
});

it.each([
  ["first", ["Ann", "Bea", "Ann", "Bea"]],
  ["least-recent", ["Ann", "Bea", "Cy", "Ann"]],
] as const)("chooses by `fallback: %s` if the choice is unreadable", async (fallback, speakers) => {
  const model = new ScriptedModel(({ purpose, index }) => `${purpose} ${index}`);
  const participants = ["Ann", "Bea", "Cy"].map((each) => ({ name: each }));
  const director = { fallback, repeat: "forbid" as const, probability: 0 };
  const { decisions } = await compileDirector({ model }).invoke({ participants, seed: 1, maxTurns: 4, director });
  expect(decisions.map(({ speaker }) => speaker)).toEqual(speakers);
});

it("draws the random fallback evenly, and repeats the draw for the same seed", async () => {
  const model = new ScriptedModel(({ purpose, index }) => `${purpose} ${index}`);
  const participants = ["Ann", "Bea", "Cy"].map((each) => ({ name: each }));
  const speakers: string[] = [];
  const director = { fallback: "random" as const, probability: 0 };
  for (let seed = 0; seed < 60; seed += 1) {
    const { decisions } = await compileDirector({ model }).invoke({ participants, seed, maxTurns: 1, director });
    const again = await compileDirector({ model }).invoke({ participants, seed, maxTurns: 1, director });
    expect(again.decisions[0]?.draw).toBe(decisions[0]?.draw);
    expect(decisions[0]?.draw).toEqual(expect.any(Number));
    speakers.push(decisions[0]?.speaker ?? "");
  }
  // Fair draws choose each participant about 20 times in 60. The chance of fewer than 8 is about 1 in 10,000.
  for (const each of ["Ann", "Bea", "Cy"])
    expect(speakers.filter((speaker) => speaker === each).length).toBeGreaterThan(7);
});
