/** What anybody may add to a conversation, wherever it is kept. */
import { invalidInput, problemIn, type Words } from "../errors.js";
import { longestInterjection } from "../state/interjection.js";

/** Throws `invalid-input` for what is no text, an empty one where nobody raises a hand, or one that is too long. */
export function checkInterjection(text: unknown, { raisesHand = false }: { readonly raisesHand?: boolean }): void {
  const complain = (words: Words) => invalidInput([problemIn("text", words)]);
  if (typeof text !== "string") throw complain({ en: "must be a text", zh: "须为文本" });
  if (text.trim() === "" && !raisesHand) throw complain({ en: "must not be empty", zh: "不能为空" });
  if ([...text.trim()].length > longestInterjection)
    throw complain({
      en: `must be at most ${longestInterjection} characters long`,
      zh: `不能多于 ${longestInterjection} 个字符`,
    });
}
