/** What was said, in short: how each speech began, the latest of everybody first to be kept. */

import { countWords } from "../../locales/word-count.js";
import { recapWords } from "../../memory/summary.js";
import { firstSentence } from "../../text/repetition.js";
import type { SummarizeRequest } from "../request.js";

export function summarizeMemory({ conversation: { lines, summary }, language, wordLimit }: SummarizeRequest): string {
  const spoken =
    language === "zh"
      ? (name: string, text: string) => `${name}说：${text}`
      : (name: string, text: string) => `${name}: ${text}`;
  const gists = lines.map(({ speaker, text }) => spoken(speaker, firstSentence(text)));
  const kept: string[] = [];
  let room = recapWords({ wordLimit });
  for (const gist of [...(summary ? [summary] : []), ...gists].toReversed()) {
    room -= countWords(gist, language);
    if (room < 0) break;
    kept.unshift(gist);
  }
  return kept.length > 0 ? kept.join(language === "zh" ? "" : " ") : (gists.at(-1) ?? "");
}
