/** Which tries of calls have been told of. Calls that are made together fail together, and once is enough. */
import type { RostrumEvent } from "../../state/events.js";

type RetryEvent = Extract<RostrumEvent, { type: "retry" }>;

export class ToldTries {
  private turn = -1;
  private readonly told = new Set<string>();

  /** True for the first of a turn's calls for the same purpose that comes to its so many-th try. */
  isNew({ turn, purpose, attempt }: RetryEvent): boolean {
    if (turn !== this.turn) this.told.clear();
    this.turn = turn;
    const before = this.told.size;
    this.told.add(`${purpose} ${attempt}`);
    return this.told.size > before;
  }
}
