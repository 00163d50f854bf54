/** Whether somebody is named in a text. */
import type { Participant } from "../../state/participant.js";

/** Whether a text holds a participant's name, whole or its first word. */
export function isNamed({ name }: Participant, text: string): boolean {
  const first = name.split(/\s+/)[0] ?? "";
  return (
    [name, first].some((form) => [...form].length > 1 && holdsWord(text, form)) ||
    ([...name].length === 1 && holdsWord(text, name))
  );
}

/** Latin names only as whole words; Chinese has no spaces to tell words by. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (/\p{Script=Han}/u.test(word) || !/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
