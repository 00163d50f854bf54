import { describe, expect, it } from "@jest/globals";
import { allOf, anyOf } from "../../../src/core/stopping/combine.js";
import type { Progress } from "../../../src/core/stopping/condition.js";
import { onPhrase } from "../../../src/core/stopping/phrase.js";
import { byProbability } from "../../../src/core/stopping/probability.js";
import { onSilence } from "../../../src/core/stopping/silence.js";
import { afterTurns } from "../../../src/core/stopping/turns.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { Decision } from "../../../src/records/decision.js";
import { bidTable, castOf, compileBidding } from "../../support/conversation.js";

const said = { speaker: "Ada", text: "I think we are  DONE here." };

const progress = (given: Partial<Progress> = {}): Progress => ({
  turn: 3,
  turnsThisRun: 3,
  latest: said,
  speeches: [said],
  spoken: [said],
  decisions: [],
  verdicts: [],
  names: ["Ada"],
  topic: "Tea?",
  language: "en",
  drawStop: (probability) => ({ draw: 0.3, stops: 0.3 < probability }),
  ...given,
});

const silent = (...rows: number[][]) =>
  rows.map((values, index) => ({ turn: index + 1, bids: values.map((value) => ({ value })) })) as unknown as Decision[];

const never = () => undefined;

describe("the stop condition", () => {
  it("`afterTurns` holds once the run has had the given number of turns", () => {
    expect(afterTurns(4)(progress())).toBeUndefined();
    expect(afterTurns(3)(progress())).toEqual({ kind: "turns", turn: 3, limit: 3 });
    expect(afterTurns(3)(progress({ turn: 9, turnsThisRun: 2 }))).toBeUndefined();
  });

  it("`onPhrase` ignores case and spacing, and does not hold before the first turn of a run", () => {
    const reason = { kind: "phrase", turn: 3, phrase: "we are done", speaker: "Ada" };
    expect(onPhrase("we are done")(progress())).toEqual(reason);
    expect(onPhrase("we are gone")(progress())).toBeUndefined();
    expect(onPhrase("we are done")(progress({ turnsThisRun: 0 }))).toBeUndefined();
    expect(onPhrase("散会")(progress({ speeches: [{ speaker: "林", text: "好，散会。" }] }))).toMatchObject({
      phrase: "散会",
    });
  });

  it("`onSilence` holds if no bid in the last `turns` turns was above the threshold", () => {
    const quiet = onSilence({ threshold: 2, turns: 2 });
    expect(quiet(progress({ decisions: silent([9, 9], [1, 2], [2, 0]) }))).toEqual({
      kind: "silence",
      turn: 3,
      turns: 2,
      threshold: 2,
      highest: 2,
    });
    expect(quiet(progress({ decisions: silent([1, 1], [1, 3], [1, 1]) }))).toBeUndefined();
    expect(quiet(progress({ decisions: silent([1, 1]), turn: 1, turnsThisRun: 1 }))).toBeUndefined();
  });

  it("`byProbability` holds if the draw is below the probability, and reports the draw", () => {
    const reason = { kind: "probability", turn: 3, probability: 0.4, draw: 0.3 };
    expect(byProbability(0.4)(progress())).toEqual(reason);
    expect(byProbability(0.3)(progress())).toBeUndefined();
  });

  it("`anyOf` returns the first reason, `allOf` returns all reasons, and `allOf` without conditions never holds", () => {
    const [three, phrase] = [afterTurns(3), onPhrase("done")];
    expect(anyOf(never, three, phrase)(progress())).toMatchObject({ kind: "turns" });
    expect(anyOf(never)(progress())).toBeUndefined();
    expect(allOf(three, phrase)(progress())).toMatchObject({
      kind: "all",
      turn: 3,
      reasons: [{ kind: "turns" }, { kind: "phrase" }],
    });
    expect(allOf(three, never)(progress())).toBeUndefined();
    expect(allOf()(progress())).toBeUndefined();
  });
});

describe("invalid arguments", () => {
  it.each([
    ["no turns", () => afterTurns(0), "afterTurns: must be a whole number of at least 1"],
    ["one and a half turns", () => afterTurns(1.5), "afterTurns: must be a whole number of at least 1"],
    ["an empty phrase", () => onPhrase(" "), "onPhrase: must not be empty"],
    [
      "silence for no turns",
      () => onSilence({ threshold: 1, turns: 0 }),
      "onSilence.turns: must be a whole number of at least 1",
    ],
    [
      "a silence threshold that is not a number",
      () => onSilence({ threshold: Number.NaN, turns: 1 }),
      "onSilence.threshold: must be a number",
    ],
    ["a probability over 1", () => byProbability(1.01), "byProbability: must be from 0 to 1"],
    ["a probability that is not a number", () => byProbability(Number.NaN), "byProbability: must be from 0 to 1"],
  ])("are rejected: %s", (_name, make, message) => {
    expect(make).toThrow(message);
  });
});

describe("stop conditions in a conversation", () => {
  const participants = castOf("Ada", "Bela");
  const talk = () => new ScriptedModel(({ purpose, index }) => (purpose === "bid" ? "<2>" : `Say ${index}, and out.`));

  it("`combine: all` ends the conversation when all conditions hold, and reports all reasons", async () => {
    const stopping = { combine: "all" as const, turns: 4, silence: { threshold: 2, turns: 3 }, phrase: "and out" };
    const { stopReason } = await compileBidding({ model: talk() }).invoke({ participants, seed: 1, stopping });
    expect(stopReason).toMatchObject({ kind: "all", turn: 4, reasons: [{ limit: 4 }, { phrase: "and out" }, {}] });
  });

  it("one condition that holds ends the conversation without `combine`", async () => {
    const stopping = { turns: 7, silence: { threshold: 2, turns: 3 } };
    const { stopReason } = await compileBidding({ model: talk() }).invoke({ participants, seed: 1, stopping });
    expect(stopReason).toEqual({ kind: "silence", turn: 3, turns: 3, threshold: 2, highest: 2 });
  });

  it("`probability` ends the conversation at random, and the same seed gives the same stop reason", async () => {
    const run = async (seed: number) =>
      (await compileBidding({ model: talk() }).invoke({ participants, seed, stopping: { probability: 0.3 } }))
        .stopReason;
    const reasons = await Promise.all([4, 5, 6, 7].map(run));
    expect(reasons).toContainEqual({
      kind: "probability",
      turn: expect.any(Number),
      probability: 0.3,
      draw: expect.any(Number),
    });
    expect(await run(4)).toEqual(reasons[0]);
  });

  it("`stopWhen` replaces `stopping`, but not `maxTurns`", async () => {
    const model = bidTable(["Ada", "Bela"], Array(9).fill([5, 1]));
    const stopWhen = ({ turn }: Progress) =>
      turn === 2 ? ({ kind: "custom", turn, description: "tea is ready" } as const) : undefined;
    const stopping = { turns: 1 };
    const own = await compileBidding({ model, stopWhen }).invoke({ participants, seed: 1, stopping });
    expect(own.stopReason).toEqual({ kind: "custom", turn: 2, description: "tea is ready" });
    const limited = await compileBidding({ model, stopWhen: never }).invoke({ participants, seed: 1, maxTurns: 3 });
    expect(limited.stopReason).toEqual({ kind: "turns", turn: 3, limit: 3 });
  });
});
