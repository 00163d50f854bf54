/** What anybody may add to a conversation, wherever it is kept. */
import { inputProblem, invalidInput } from "../errors.js";
import { longestInterjection } from "../state/interjection.js";

/** Throws `invalid-input` for anything but a text, an empty text where nobody raises a hand, and a text that is too long. */
export function checkInterjection(text: unknown, { raisesHand = false }: { readonly raisesHand?: boolean }): void {
  if (typeof text !== "string") throw invalidInput([inputProblem("text", "expected", { expected: "string" })]);
  if (text.trim() === "" && !raisesHand) throw invalidInput([inputProblem("text", "empty", {})]);
  if ([...text.trim()].length > longestInterjection)
    throw invalidInput([inputProblem("text", "too-long", { limit: longestInterjection })]);
}
