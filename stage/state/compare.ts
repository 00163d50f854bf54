import { type ConversationRecord, type Item, linesOf, turnOf } from "./record.js";

type Line = Extract<Item, { readonly kind: "opening" | "line" }>;

export interface ComparedTurn {
  readonly turn: number;
  readonly isSame: boolean;
  readonly one: readonly Line[];
  readonly other: readonly Line[];
}

export interface Comparison {
  readonly turns: readonly ComparedTurn[];
  /** The first turn that differs or that only one conversation has. Null if all turns are the same. */
  readonly partsAt: number | null;
}

const isSameLine = (one: Line, other: Line | undefined) => one.speaker === other?.speaker && one.text === other.text;

export const floorIn = (record: ConversationRecord, turn: number) => turnOf(record, turn)?.decision?.speaker;

export function compare(one: ConversationRecord, other: ConversationRecord): Comparison {
  const last = Math.max(one.turns.at(-1)?.turn ?? 0, other.turns.at(-1)?.turn ?? 0);
  let partsAt: number | null = null;
  const turns = Array.from({ length: last }, (_, index): ComparedTurn => {
    const turn = index + 1;
    const [left, right] = [linesOf(one, turn), linesOf(other, turn)];
    // Who has the floor matters only if nobody has spoken, because a branch in another mode copies speeches but not the
    // decisions that show who had the floor.
    const isSame =
      left.length === 0 && right.length === 0
        ? floorIn(one, turn) === floorIn(other, turn)
        : left.length === right.length && left.every((line, at) => isSameLine(line, right[at]));
    if (!isSame) partsAt ??= turn;
    return { turn, isSame: isSame && partsAt === null, one: left, other: right };
  });
  return { turns, partsAt };
}
