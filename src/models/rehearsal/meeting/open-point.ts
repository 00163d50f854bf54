/** What a judgement has called open, where it can be said in a sentence. */
import type { ModelRequest } from "../../request.js";
import { isInLanguage } from "../spoken.js";

/** Short, in one piece and of the language; the one who called it open may have been a language model. */
export function isSpeakable(phrase: string, { language }: ModelRequest): boolean {
  return isInLanguage(phrase, language) && /^[^:：.!?。！？{}<>*“”\n]{2,48}$/u.test(phrase);
}
