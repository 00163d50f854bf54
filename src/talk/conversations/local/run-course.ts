import type { RostrumEvent } from "../../../core/state/events.js";
import { isPassing } from "../../../core/state/events.js";
import { addPassing, Feed } from "../port/feed.js";
import type { HistoryState } from "../port/history.js";
import type { PassingEvent, StatusEvent } from "../port/port.js";

/** A saved state, and the events between it and the next saved state. */
interface Stretch {
  readonly state: HistoryState;
  events: readonly PassingEvent[];
}

const turnOf = ({ state }: Stretch) => state.turn ?? 0;

/**
 * Keeps only the states and events since a state from two turns ago, and derives no history from them until a follower
 * joins, so that a turn costs the same in a long conversation as in a short one. Followers need no earlier events,
 * because a saved speech makes its turn's earlier events obsolete.
 */
export class RunCourse {
  private stretches: Stretch[];

  constructor(state: HistoryState) {
    this.stretches = [{ state, events: [] }];
  }

  save(state: HistoryState): void {
    this.stretches.push({ state, events: [] });
    const first = this.stretches.findLastIndex((stretch) => turnOf(stretch) <= (state.turn ?? 0) - 2);
    if (first > 0) this.stretches = this.stretches.slice(first);
  }

  pass(event: RostrumEvent): void {
    const last = this.stretches.at(-1);
    if (last && isPassing(event)) last.events = addPassing(last.events, event);
  }

  get passing(): readonly PassingEvent[] {
    return this.stretches.at(-1)?.events ?? [];
  }

  openFeed(status: StatusEvent): Feed {
    const [first, ...later] = this.stretches as [Stretch, ...Stretch[]];
    const feed = new Feed(first.state, status);
    for (const event of first.events) feed.pass(event);
    for (const { state, events } of later) {
      feed.save(state);
      for (const event of events) feed.pass(event);
    }
    return feed;
  }
}
