/**
 * A conversation's corrections are not sorted by turn: closing words belong to the last turn that took place, but their
 * corrections can follow corrections of a turn that did not take place.
 */
import type { Correction } from "../records/correction.js";

export class CorrectionsByTurn {
  count = 0;
  private readonly turns = new Map<number, Correction[]>();

  /** Reads only the corrections that were added to the list since the last call. */
  read(corrections: readonly Correction[]): void {
    for (const correction of corrections.slice(this.count)) {
      const known = this.turns.get(correction.turn);
      if (known) known.push(correction);
      else this.turns.set(correction.turn, [correction]);
    }
    this.count = corrections.length;
  }

  of(turn: number): readonly Correction[] {
    return this.turns.get(turn) ?? [];
  }
}
