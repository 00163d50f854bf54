import { checkSetting } from "./check-setting.js";
import type { StopCondition } from "./condition.js";

/** The same words, however they are typed. */
const comparable = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/** Holds when the latest speech contains the phrase, whatever its case. Throws `invalid-input` when it is empty. */
export function onPhrase(phrase: string): StopCondition {
  checkSetting(typeof phrase === "string" && phrase.trim() !== "", "onPhrase", "empty", {});
  return ({ turn, turnsThisRun, speeches }) => {
    const found = speeches.find(({ text }) => comparable(text).includes(comparable(phrase)));
    return turnsThisRun > 0 && found ? { kind: "phrase", turn, phrase, speaker: found.speaker } : undefined;
  };
}
