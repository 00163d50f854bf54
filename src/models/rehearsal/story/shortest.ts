/** One very short sentence, for word limits that leave room for nothing else. */
import type { SpeechBrief } from "../../../domain/brief.js";
import { countWords } from "../../../domain/word-count.js";
import { createChooser } from "../chooser.js";

export function shortest(brief: SpeechBrief, texts: readonly string[]): string {
  const found = createChooser(brief)({ salt: "short", groups: [texts], slots: {}, budget: brief.wordLimit });
  const length = (text: string) => countWords(text, brief.language);
  return found ?? texts.reduce((one, other) => (length(other) < length(one) ? other : one));
}
