import { z } from "zod/v4";
import { checkSetting, defineCondition, type StopCondition } from "./condition.js";

const comparable = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/**
 * Holds when the latest speech contains the phrase, regardless of case, character width and the amount of white space.
 * If several participants spoke at the same time, checks all their speeches. Never holds before a run's first turn.
 *
 * @throws `invalid-input` for a phrase that is empty or only white space.
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
    description: "Holds when the latest speech contains this phrase, regardless of case.",
  }),
  needs: null,
  create: onPhrase,
});
