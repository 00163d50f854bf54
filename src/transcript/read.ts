/** Reads back what `renderLines` wrote: the same speakers and texts, for any text. */
import type { Line } from "../state/message.js";
import { unescapeText } from "./escape.js";

export function readLines(rendered: string): Line[] {
  if (rendered === "") return [];
  return rendered.split(/\n(?! {2})/).map((block) => {
    const colon = block.indexOf(": ");
    return {
      speaker: unescapeText(block.slice(0, colon)),
      text: unescapeText(
        block
          .slice(colon + 2)
          .split("\n  ")
          .join("\n"),
      ),
    };
  });
}
