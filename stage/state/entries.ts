import type { Decision } from "../port.js";
import { type ConversationRecord, type Item, turnOf } from "./record.js";

/** One row of the transcript. Its fields stay the same objects until the row changes. */
export interface Entry {
  readonly item: Item;
  readonly seat: number | null;
  readonly role: string;
  readonly decision: Decision | null;
  /**
   * Whether this is the turn's first speech by the participant whom the decision chose. If so, the bids appear below
   * the speech.
   */
  readonly isChosen: boolean;
  /** Whether this is the turn's first speech, the target of links to the turn. */
  readonly isFirst: boolean;
}

export function entriesOf(
  record: ConversationRecord,
  seatOf: (name: string) => number | null,
  roleOf: (name: string) => string,
): Entry[] {
  let first = -1;
  let chosen = -1;
  return record.items.map((item) => {
    const isSpeech = item.kind === "line" || item.kind === "opening";
    const decision = item.kind === "line" ? (turnOf(record, item.turn)?.decision ?? null) : null;
    const isFirst = isSpeech && item.turn > first;
    const isChosen = isSpeech && decision?.speaker === item.speaker && item.turn > chosen;
    if (isFirst) first = item.turn;
    if (isChosen) chosen = item.turn;
    const known = isSpeech ? { seat: seatOf(item.speaker), role: roleOf(item.speaker) } : { seat: null, role: "" };
    return { item, decision, isFirst, isChosen, ...known };
  });
}

/** The number of rows in a block. The page shows and measures the transcript in blocks. */
export const blockSize = 10;

export const blocksOf = (entries: readonly Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / blockSize) }, (_, index) =>
    entries.slice(index * blockSize, (index + 1) * blockSize),
  );

export const isSameBlock = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.length === other.length &&
  one.every((entry, index) => {
    const again = other[index];
    return again !== undefined && (Object.keys(entry) as (keyof Entry)[]).every((key) => entry[key] === again[key]);
  });
