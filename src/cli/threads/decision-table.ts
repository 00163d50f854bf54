/** How every turn's speaker was found, a line a turn. */
import { bidInWords, howWon } from "../../transcript/in-words.js";
import type { ExportedConversation } from "../../transcript/json.js";
import { transcriptWords } from "../../transcript/words/in-language.js";
import { alignTable } from "../terminal/columns.js";
import { safeLine } from "../terminal/safe-text.js";

export function decisionTable({ decisions, language, participants }: ExportedConversation): string {
  const words = transcriptWords(language);
  const names = participants
    .map(({ name }) => name)
    .filter((name) => decisions.some(({ bids }) => bids.some((bid) => bid.participant === name)));
  const rows = decisions.map((decision) => {
    const bidOf = (name: string) => decision.bids.find(({ participant }) => participant === name);
    const bids = names.map((name) => {
      const bid = bidOf(name);
      return bid ? bidInWords(bid, words) : "–";
    });
    return {
      turn: String(decision.turn),
      bids,
      speaker: safeLine(decision.speaker),
      how: safeLine(howWon(decision, words)),
    };
  });
  const heading = ["#", ...names.map(safeLine), words.columns.participant];
  const aligned = alignTable([heading, ...rows.map(({ turn, bids, speaker }) => [turn, ...bids, speaker])], "");
  const lines = aligned.map((line, index) => [line, rows[index - 1]?.how ?? ""].filter(Boolean).join("  "));
  return `${lines.join("\n")}\n`;
}
