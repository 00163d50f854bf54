/** Reads which message a speech answers, when the speech begins with its number: `<3> I do not think so.` */
import type { Cleaner } from "./clean-speech.js";

const tag = /^\s*[<＜]\s*(\d{1,6})\s*[>＞]\s*/;
/** What may yet become such a tag. */
const tagBegun = /^\s*(?:[<＜]\s*\d{0,6}\s*)?$/;

function readReplyTag(answer: string): number | undefined {
  const number = tag.exec(answer)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** A cleaner for speeches that begin so. `onNumber` hears the number before any of the speech is shown. */
export function withoutReplyTag(clean: Cleaner, onNumber: (number: number | undefined) => void): Cleaner {
  return (answer, isWhole) => {
    if (!isWhole && tagBegun.test(answer)) return { text: "", faults: [] };
    onNumber(readReplyTag(answer));
    return clean(answer.replace(tag, ""), isWhole);
  };
}
