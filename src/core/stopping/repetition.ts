import { z } from "zod/v4";
import { locales } from "../../words/registry.js";
import { saidBefore } from "../text/repetition.js";
import { checkSetting, defineCondition, isCount, type StopCondition } from "./condition.js";

/**
 * The maximum number of earlier speeches with which a speech is compared, unless the cast is large. Speeches before
 * them do not count, because in a long conversation most words have been said at some point.
 */
const minReach = 20;
const namedWords = 5;

/**
 * Holds when the last `turns` speeches say little new: at least `share` of their significant words were said before.
 * Common words, names and the words of the topic are not significant. Each speech is compared with the previous 20
 * speeches or, if the cast has more than ten participants, with twice as many speeches as there are participants.
 *
 * @throws `invalid-input` unless `share` is above 0 and at most 1, and `turns` is a whole number of at least 1.
 */
export function onRepetition({ share, turns }: { share: number; turns: number }): StopCondition {
  checkSetting(share > 0 && share <= 1, "onRepetition.share", "out-of-range", { lowest: 0, highest: 1 });
  checkSetting(isCount(turns), "onRepetition.turns", "expected", { expected: "count" });
  return ({ turn, turnsThisRun, spoken, names, topic, language }) => {
    if (turnsThisRun < turns || spoken.length <= turns) return undefined;
    const size = { count: turns, reach: Math.max(minReach, 2 * names.length) };
    const texts = spoken.slice(-(size.count + size.reach)).map(({ text }) => text);
    const found = saidBefore(texts, size, { ...locales[language], names: [...names, topic] });
    if (found.share < share) return undefined;
    const words = found.words.slice(0, namedWords);
    return { kind: "repetition", turn, turns, share: found.share, threshold: share, words };
  };
}

export const repetition = defineCondition({
  name: "repetition",
  setting: z
    .strictObject({
      share: z.number().min(0.1).max(1).default(0.8).meta({
        title: "Share",
        description:
          "The share of the latest speeches' significant words that must have been said before, from 0.1 to 1.",
      }),
      turns: z
        .int()
        .min(1)
        .max(1000)
        .default(4)
        .meta({ title: "Turns", description: "How many of the latest speeches are checked." }),
    })
    .meta({
      title: "Repetition",
      description:
        "Holds when the latest speeches mostly repeat words that were said before. Common words, names and words of the topic do not count.",
    }),
  needs: null,
  create: onRepetition,
  earliest: ({ turns }) => turns,
});
