/** What anybody may add to a conversation, wherever it is kept. */
import { invalidInput } from "../errors.js";
import { longestInterjection } from "./interjection.js";

/** Throws `invalid-input` for what is no text, an empty one where nobody raises a hand, or one that is too long. */
export function checkInterjection(text: unknown, { raisesHand = false }: { readonly raisesHand?: boolean }): void {
  const complain = (message: string) => invalidInput([{ field: "text", message }]);
  if (typeof text !== "string") throw complain("must be a text");
  if (text.trim() === "" && !raisesHand) throw complain("must not be empty");
  if ([...text.trim()].length > longestInterjection)
    throw complain(`must be at most ${longestInterjection} characters long`);
}
