/** What was said, in short: how each speech began, the latest of everybody first to be kept. */
import type { CondenseBrief } from "../../domain/brief.js";
import { recapWords } from "../../domain/recap.js";
import { firstSentence } from "../../domain/repetition.js";
import { countWords } from "../../domain/word-count.js";

export function condense({ conversation: { lines, recap }, language, wordLimit }: CondenseBrief): string {
  const spoken =
    language === "zh"
      ? (name: string, text: string) => `${name}说：${text}`
      : (name: string, text: string) => `${name}: ${text}`;
  const gists = lines.map(({ speaker, text }) => spoken(speaker, firstSentence(text)));
  const kept: string[] = [];
  let room = recapWords({ wordLimit });
  for (const gist of [...(recap ? [recap] : []), ...gists].toReversed()) {
    room -= countWords(gist, language);
    if (room < 0) break;
    kept.unshift(gist);
  }
  return kept.length > 0 ? kept.join(language === "zh" ? "" : " ") : (gists.at(-1) ?? "");
}
