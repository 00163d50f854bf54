import { describe, expect, it } from "@jest/globals";
import { problemsOf } from "../../../src/core/state/problems.js";
import { readRunSettings } from "../../../src/core/state/run-settings.js";
import { nearestName } from "../../../src/core/text/nearest-name.js";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import { biddingFields } from "../../../src/graph/modes/bidding/state.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { languages } from "../../../src/words/registry.js";
import { castOf, compileBidding } from "../../support/conversation.js";

const two = castOf("Ada", "Bela");

const cases: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  ["one participant", { participants: castOf("Ada") }, /^participants: must have at least 2 entries$/],
  [
    "duplicate names",
    { participants: castOf("Ada", "Ada") },
    /^participants\[1\]\.name: “Ada” is the name of participants\[0\]/,
  ],
  [
    "names that are equal after trimming",
    { participants: castOf("Ada", " Ada ") },
    /^participants\[1\]\.name: “Ada” is the name of/,
  ],
  [
    "names that are equal after normalisation",
    { participants: castOf("Zoë", "Zoe\u0308") },
    /^participants\[1\]\.name: .* is the name of/,
  ],
  [
    "names that differ only in full-width letters",
    { participants: castOf("Ada", "Ａｄａ") },
    /^participants\[1\]\.name: .* is the name of/,
  ],
  [
    "names that differ only in invisible characters",
    { participants: castOf("Ada", "Ada\u200d") },
    /^participants\[1\]\.name: .* is the name of/,
  ],
  ["an empty name", { participants: castOf("Ada", "") }, /^participants\[1\]\.name: must not be empty$/],
  ["a blank name", { participants: castOf("Ada", " \t ") }, /^participants\[1\]\.name: must not be empty$/],
  [
    "a name of 65 characters",
    { participants: castOf("Ada", "x".repeat(65)) },
    /^participants\[1\]\.name: must have at most 64 characters$/,
  ],
  [
    "a line break in a name",
    { participants: castOf("Ada", "B\nC") },
    /^participants\[1\]\.name: contains U\+000A; a name has 1 to 64 characters, without line breaks/,
  ],
  ["a line separator in a name", { participants: castOf("Ada", "B\u2028C") }, /contains U\+2028/],
  ["a control character in a name", { participants: castOf("Ada", "B\u0007") }, /contains U\+0007/],
  [
    "a character that reverses the text direction in a name",
    { participants: castOf("Ada", "B\u202e") },
    /contains U\+202E/,
  ],
  ["a colon in a name", { participants: castOf("Ada", "B: C") }, /contains “:” \(U\+003A\)/],
  ["a full-width colon in a name", { participants: castOf("Ada", "B：C") }, /contains “：” \(U\+FF1A\)/],
  ["a tag in a name", { participants: castOf("Ada", "<7>") }, /contains “<” \(U\+003C\)/],
  [
    "a participant with the moderator's name",
    { participants: castOf("Ada", "Moderator") },
    /is reserved for messages from outside the cast/,
  ],
  [
    "a participant with the moderator's name in small letters",
    { participants: castOf("Ada", "moderator") },
    /is reserved/,
  ],
  ["a participant with the label of unnamed messages", { participants: castOf("Ada", "User") }, /is reserved/],
  ["an invisible name", { participants: castOf("Ada", "\u3164") }, /^participants\[1\]\.name: must not be empty$/],
  [
    "names that differ only in a variation selector",
    { participants: castOf("Ada", "Ada\ufe0f") },
    /^participants\[1\]\.name: .* is the name of/,
  ],
  ["an invisible topic", { topic: "\u2060\u2800" }, /^topic: must not be empty$/],
  [
    "an unknown field of a participant",
    { participants: [{ name: "Ada", rolle: "x" }, ...castOf("B")] },
    /^participants\[0\]\.rolle: unknown field; did you mean role\?$/,
  ],
  ["an empty topic", { topic: "  " }, /^topic: must not be empty$/],
  ["a topic of 4,001 characters", { topic: "x".repeat(4001) }, /^topic: must have at most 4000 characters$/],
  ["no turns", { maxTurns: 0 }, /^maxTurns: must be from 1 to 10000$/],
  ["10,001 turns", { maxTurns: 10_001 }, /^maxTurns: must be from 1 to 10000$/],
  ["one and a half turns", { maxTurns: 1.5 }, /^maxTurns: must be a whole number$/],
  ["a number of turns written as a word", { maxTurns: "ten" }, /^maxTurns: must be a number$/],
  ["a probability over 1", { stopping: { probability: 1.1 } }, /^stopping\.probability: must be from 0 to 1$/],
  ["a probability under 0", { stopping: { probability: -0.1 } }, /^stopping\.probability: must be from 0 to 1$/],
  [
    "a scale with equal minimum and maximum",
    { bidding: { scale: { min: 5, max: 5 } } },
    /^bidding\.scale\.max: must be greater than the lowest bid$/,
  ],
  [
    "an unknown setting",
    { bidding: { critereon: "urge" } },
    /^bidding\.critereon: unknown field; did you mean criterion\?$/,
  ],
  ["an unsupported language", { language: "fr" }, new RegExp(`^language: must be one of ${languages.join(", ")}$`)],
  ["a negative seed", { seed: -1 }, /^seed: must be from 0 to 4294967295$/],
];

describe("the graph rejects", () => {
  it.each(cases)("%s", async (_name, input, message) => {
    const model = new ScriptedModel({});
    const graph = compileBidding({ model });
    const failure = graph.invoke({ participants: two, ...input } as never);
    const error = await failure.catch((reason: unknown) => reason);
    expect(RostrumError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: "invalid-input", message: expect.stringMatching(message) });
    expect(model.calls).toEqual([]);
  });
});

it("the graph reports all problems at once", async () => {
  const wrong = { maxTurns: 0, seed: -1, wordLimit: 1, tpoic: "Tea?", participants: castOf("Ada", "") };
  const failure = compileBidding({ model: new ScriptedModel({}) }).invoke(wrong as never);
  const error = await failure.catch((reason: unknown) => reason as RostrumError);
  const fields = RostrumError.isInstance(error) ? error.details.problems?.map(({ field }) => field) : [];
  expect(fields?.toSorted()).toEqual(["maxTurns", "participants[1].name", "seed", "tpoic", "wordLimit"]);
});

it("the graph accepts names in several scripts, with hyphens, dots and joiners", async () => {
  const model = new ScriptedModel(({ purpose }) => (purpose === "bid" ? "<5>" : "Well."));
  const names = ["Zoe\u0308 O'Neil-Smith Jr.", "林晚舟", "محمد", "👩‍🚒 Chief", "x".repeat(64)];
  const { participants } = await compileBidding({ model }).invoke({ participants: castOf(...names), maxTurns: 1 });
  expect(participants.map(({ name }) => name)).toEqual(["Zoë O'Neil-Smith Jr.", ...names.slice(1)]);
});

it("the problem with each rejected input is reported in Chinese, too", () => {
  for (const [name, input] of cases) {
    const [field, value] = Object.entries(input)[0] as [keyof typeof biddingFields, unknown];
    const read = biddingFields[field].safeParse(value, { reportInput: true });
    if (read.success) throw new Error(`${name} was accepted`);
    const [problem] = problemsOf(read.error, biddingFields[field], { at: [field], language: "zh" });
    expect(problem?.message).toMatch(/\p{Script=Han}/u);
    expect(problem?.message).not.toMatch(/[a-z]{3,} [a-z]{2,}/);
  }
});

it("nearestName returns the nearest known name only if it is similar", () => {
  expect(nearestName("particpants", ["topic", "participants"])).toBe("participants");
  expect(nearestName("zzzzzzzz", ["topic", "participants"])).toBeUndefined();
  expect(nearestName("--language", ["--topic", "--lang"])).toBe("--lang");
  expect(nearestName("--modell", ["--mode", "--model"])).toBe("--model");
});

describe("the run's context", () => {
  it("is read from both `configurable` and `context`", () => {
    expect(readRunSettings({ configurable: { thread_id: "x", model: "a:b" }, context: { temperature: 1 } })).toEqual({
      model: "a:b",
      temperature: 1,
    });
  });

  it("is rejected with an error that names the invalid field", () => {
    expect(() => readRunSettings({ context: { temperature: 3 } })).toThrow("temperature: must be from 0 to 2");
  });
});
