/** Which tries of calls have been told of. Calls that are made together fail together, and once is enough. */
import type { RostrumEvent } from "../../domain/events.js";

type RetryEvent = Extract<RostrumEvent, { type: "retry" }>;

export class ToldTries {
  private latest = "";

  /** True for the first of a turn's calls that comes to its so many-th try. */
  isNew({ turn, attempt }: RetryEvent): boolean {
    const before = this.latest;
    this.latest = `${turn} ${attempt}`;
    return this.latest !== before;
  }
}
