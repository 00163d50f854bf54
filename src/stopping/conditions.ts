/** The stop conditions that come with Rostrum. */
import { z } from "zod";
import { checkSetting, defineCondition, isCount, maxTurnLimit, type StopCondition } from "./condition.js";

/**
 * Holds from the given turn of a run on.
 *
 * @throws `invalid-input` unless `limit` is a whole number from 1.
 */
export function afterTurns(limit: number): StopCondition {
  checkSetting(isCount(limit), "afterTurns", "expected", { expected: "count" });
  return ({ turn, turnsThisRun }) => (turnsThisRun >= limit ? { kind: "turns", turn, limit } : undefined);
}

export const turns = defineCondition({
  name: "turns",
  setting: z.int().min(1).max(maxTurnLimit).meta({ title: "Turns", description: "Holds from this turn of a run on." }),
  create: afterTurns,
});

/** The same words, however they are typed. */
const comparable = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/**
 * Holds when the latest speech contains the phrase, whatever its case.
 *
 * @throws `invalid-input` for an empty phrase.
 */
export function onPhrase(phrase: string): StopCondition {
  checkSetting(typeof phrase === "string" && phrase.trim() !== "", "onPhrase", "empty", {});
  return ({ turn, turnsThisRun, speeches }) => {
    const found = speeches.find(({ text }) => comparable(text).includes(comparable(phrase)));
    return turnsThisRun > 0 && found ? { kind: "phrase", turn, phrase, speaker: found.speaker } : undefined;
  };
}

export const phrase = defineCondition({
  name: "phrase",
  setting: z.string().trim().min(1).max(200).meta({
    title: "Phrase",
    description: "Holds when the latest speech contains this phrase, whatever its case.",
  }),
  create: onPhrase,
});

/**
 * Holds when every bid of the last auctions was at or under the threshold: nobody has much to say any more.
 *
 * @throws `invalid-input` unless `turns` is a whole number from 1.
 */
export function onSilence({ threshold, turns }: { threshold: number; turns: number }): StopCondition {
  checkSetting(Number.isFinite(threshold), "onSilence.threshold", "expected", { expected: "number" });
  checkSetting(isCount(turns), "onSilence.turns", "expected", { expected: "count" });
  return ({ turn, turnsThisRun, decisions }) => {
    const latest = decisions.slice(-turns);
    // A participant who was given the floor without an auction was asked to speak: that is no silence.
    const hasAuctions = latest.every(({ bids }) => bids.length > 0);
    if (turnsThisRun < turns || latest.length < turns || !hasAuctions) return undefined;
    const highest = Math.max(...latest.flatMap(({ bids }) => bids.map(({ value }) => value)));
    return highest <= threshold ? { kind: "silence", turn, turns, threshold, highest } : undefined;
  };
}

export const silence = defineCondition({
  name: "silence",
  setting: z
    .strictObject({
      threshold: z.number().min(0).max(1000).default(2).meta({
        title: "Threshold",
        description: "A bid at or under this is silence.",
      }),
      turns: z.int().min(1).max(1000).default(2).meta({
        title: "Turns",
        description: "For how many turns in a row.",
      }),
    })
    .meta({ title: "Silence", description: "Holds when nobody has wanted the floor for some turns." }),
  create: onSilence,
});

/**
 * Holds with this probability after each turn: a Bernoulli draw from the conversation's seed. There is one draw a turn, which
 * all conditions of this kind share.
 *
 * @throws `invalid-input` unless the probability is from 0 to 1.
 */
export function byProbability(probability: number): StopCondition {
  checkSetting(probability >= 0 && probability <= 1, "byProbability", "out-of-range", { lowest: 0, highest: 1 });
  return ({ turn, drawStop }) => {
    const { draw, stops } = drawStop(probability);
    return stops ? { kind: "bernoulli", turn, probability, draw } : undefined;
  };
}

export const probability = defineCondition({
  name: "probability",
  setting: z.number().min(0).max(1).meta({
    title: "Probability",
    description: "Holds with this probability after every turn (a Bernoulli draw).",
  }),
  create: byProbability,
});
