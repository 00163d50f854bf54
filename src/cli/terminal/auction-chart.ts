/** One auction as a small bar chart: who bid what, who could not, who got the floor and how. */
import { isMeant } from "../../domain/bid.js";
import type { Decision } from "../../domain/decision.js";
import { howWon } from "../../transcript/in-words.js";
import type { TranscriptWords } from "../../transcript/words/catalog.js";
import type { RunTexts } from "../texts/catalog.js";
import type { Colours } from "./colours.js";
import { padEnd, padStart, truncate, widest } from "./columns.js";
import { wrapText } from "./line-wrapper.js";
import { safeLine } from "./safe-text.js";

export interface ChartOptions {
  /** Names in seat order. */
  readonly names: readonly string[];
  /** The bid that fills the bar. */
  readonly highestBid: number;
  /** Cells in a line. */
  readonly width: number;
  readonly colours: Colours;
  readonly words: TranscriptWords;
  readonly texts: RunTexts;
}

/** More rows than this say no more; the others are counted. */
const mostRows = 12;
const mark = "*";

interface Row {
  readonly name: string;
  readonly seat: number;
  /** The number that was bid, where there is one. */
  readonly value: number | undefined;
  /** What decides the order: the score, else the bid. */
  readonly weight: number;
  readonly note: string;
}

function rowFor(name: string, decision: Decision, { names, words }: ChartOptions): Row | undefined {
  const bid = decision.bids.find(({ participant }) => participant === name);
  const score = decision.scores.find(({ participant }) => participant === name);
  const exclusion = decision.excluded.find(({ participant }) => participant === name);
  if (!bid && !exclusion) return undefined;
  const notes = bid
    ? [words.outcomes[bid.outcome], score ? words.score(score) : ""]
    : [exclusion ? words.exclusion(exclusion) : ""];
  return {
    name,
    seat: names.indexOf(name),
    value: bid && isMeant(bid) ? bid.value : undefined,
    weight: score?.total ?? Number.NEGATIVE_INFINITY,
    note: notes.filter(Boolean).join("  "),
  };
}

/** The rows to show, in seat order: all of them, or those that came nearest to the floor. */
function pickRows(rows: readonly Row[], speaker: string): Row[] {
  const isSpeaker = ({ name }: Row) => Number(name === speaker);
  return [...rows]
    .sort((left, right) => isSpeaker(right) - isSpeaker(left) || right.weight - left.weight)
    .slice(0, mostRows)
    .sort((left, right) => left.seat - right.seat);
}

function showRow(row: Row, speaker: string, nameWidth: number, options: ChartOptions): string {
  const { colours, highestBid, width, words } = options;
  const { value, note } = row;
  const cells = width >= 100 ? 20 : 10;
  const filled = Math.max(0, Math.min(cells, Math.round(((value ?? 0) / Math.max(1, highestBid)) * cells)));
  const paint = colours.seat(row.seat);
  const won = row.name === speaker;
  const name = padEnd(truncate(safeLine(row.name), nameWidth), nameWidth);
  const rest = value === undefined ? " " : colours.dim("·");
  const bar = paint("█".repeat(filled)) + rest.repeat(cells - filled);
  const number = padStart(value === undefined ? "" : words.number(value), words.number(highestBid).length);
  const end = [won ? mark : note ? " " : "", note].filter(Boolean).join(" ");
  return won
    ? `  ${colours.bold(paint(name))}  ${bar} ${colours.bold(`${number} ${end}`)}`
    : `  ${name}  ${bar} ${number} ${colours.dim(end)}`.trimEnd();
}

/** The lines of the chart. */
export function auctionChart(decision: Decision, options: ChartOptions): string[] {
  const { names, colours, words, texts, width } = options;
  const rows = names.flatMap((name) => rowFor(name, decision, options) ?? []);
  const shown = pickRows(rows, decision.speaker);
  const nameWidth = Math.min(Math.floor(width / 4), widest(shown.map(({ name }) => safeLine(name))));
  const lines = shown.map((row) => showRow(row, decision.speaker, nameWidth, options));
  if (rows.length > shown.length) lines.push(colours.dim(`  ${texts.moreCandidates(rows.length - shown.length)}`));
  const won = howWon(decision, words);
  return won === "" ? lines : [...lines, wrapText(safeLine(won), { width, indent: "  " })];
}
