/** One very short sentence, for word limits that leave room for nothing else. */

import { countWords } from "../../../locales/word-count.js";
import type { SpeechRequest } from "../../request.js";
import { createChooser } from "../chooser.js";

export function shortest(request: SpeechRequest, texts: readonly string[]): string {
  const found = createChooser(request)({ salt: "short", groups: [texts], slots: {}, budget: request.wordLimit });
  const length = (text: string) => countWords(text, request.language);
  return found ?? texts.reduce((one, other) => (length(other) < length(one) ? other : one));
}
