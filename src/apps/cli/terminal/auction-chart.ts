import stringWidth from "string-width";
import { howWon, reasonInWords } from "../../../core/selection/decision-in-words.js";
import { isMeant } from "../../../records/bid.js";
import type { Decision } from "../../../records/decision.js";
import { type Layout, padEnd, padStart, safeLine, truncate, widest, wrapText } from "./text.js";

export interface ChartOptions extends Layout {
  readonly names: readonly string[];
  /** The highest value on the bidding scale. A total of this value fills its bar, unless another total is higher. */
  readonly highestBid: number;
}

const maxRows = 12;
const mark = "▸";

type Row = NonNullable<ReturnType<typeof rowFor>>;

function rowFor(name: string, decision: Decision, { names, words }: ChartOptions) {
  const bid = decision.bids.find(({ participant }) => participant === name);
  const score = decision.scores.find(({ participant }) => participant === name);
  const exclusion = decision.excluded.find(({ participant }) => participant === name);
  // Shows excluded participants only together with bids. Without bids, there is no chart.
  if (!bid && !(exclusion && decision.bids.length > 0)) return undefined;
  const value = bid && isMeant(bid) ? bid.value : undefined;
  const notes = bid
    ? [words.outcomes[bid.outcome], score ? words.score(score) : "", safeLine(reasonInWords(bid))]
    : [exclusion ? words.exclusions[exclusion.reason] : ""];
  // The bar shows the score's total or, without a score, the bid.
  const total = score?.total ?? value;
  return { name, seat: names.indexOf(name), value, total, note: notes.filter(Boolean).join(" ") };
}

function pickRows(rows: readonly Row[], speaker: string): Row[] {
  const weight = ({ name, total }: Row) => (name === speaker ? Number.MAX_VALUE : (total ?? -Number.MAX_VALUE));
  return [...rows]
    .sort((left, right) => weight(right) - weight(left))
    .slice(0, maxRows)
    .sort((left, right) => left.seat - right.seat);
}

function showBar({ total, seat }: Row, full: number, { colours, width }: ChartOptions): string {
  const cells = width >= 100 ? 20 : 10;
  const filled = Math.max(0, Math.min(cells, Math.round(((total ?? 0) / Math.max(1, full)) * cells)));
  const rest = total === undefined ? " " : colours.dim("·");
  return colours.seat(seat)("█".repeat(filled)) + rest.repeat(cells - filled);
}

function showRow(row: Row, speaker: string, nameWidth: number, full: number, options: ChartOptions): string {
  const { colours, highestBid, width, words } = options;
  const { value, note } = row;
  const name = padEnd(truncate(safeLine(row.name), nameWidth), nameWidth);
  const bar = showBar(row, full, options);
  const number = padStart(value === undefined ? "" : words.number(value), words.number(highestBid).length);
  const won = row.name === speaker;
  const emphasis = won ? colours.bold : colours.dim;
  const start = won ? `${mark} ${colours.bold(colours.seat(row.seat)(name))}` : `  ${name}`;
  const line = `${start}  ${bar} ${won ? colours.bold(number) : number}`;
  if (note === "") return value === undefined ? line.trimEnd() : line;
  if (stringWidth(`${line} ${note}`) <= width) return `${line} ${emphasis(note)}`;
  return `${line}\n${emphasis(wrapText(note, { width, indent: " ".repeat(nameWidth + 4) }))}`;
}

export function auctionChart(decision: Decision, options: ChartOptions): string[] {
  const { names, colours, words, texts, width } = options;
  const rows = names.flatMap((name) => rowFor(name, decision, options) ?? []);
  const shown = pickRows(rows, decision.speaker);
  const nameWidth = Math.min(Math.floor(width / 4), widest(shown.map(({ name }) => safeLine(name))));
  const full = Math.max(options.highestBid, ...rows.map(({ total }) => total ?? 0));
  const lines = shown.map((row) => showRow(row, decision.speaker, nameWidth, full, options));
  if (rows.length > shown.length) lines.push(colours.dim(`  ${texts.moreCandidates(rows.length - shown.length)}`));
  const won = howWon(decision, words);
  return won === "" ? lines : [...lines, wrapText(safeLine(won), { width, indent: "  " })];
}
