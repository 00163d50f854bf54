import type { RostrumEvent } from "../../../core/state/events.js";

export interface Observer {
  /** Removes the status line before another observer writes. */
  clearStatus?(): void;
  see(event: RostrumEvent): void;
  breakOff?(): void;
}

function speechOf(event: RostrumEvent): string {
  if (event.type === "task") return `${event.turn} ${event.result.worker}`;
  return "speaker" in event && "turn" in event ? `${event.turn} ${event.speaker}` : "";
}

/** If a worker fails, its speech ends with a `task` event instead of `speech-end`. */
const endings: ReadonlySet<string> = new Set(["speech-end", "speech-failed", "task"]);

/**
 * Passes events to the observers so that they see only one speech at a time. Other events that arrive during a speech,
 * except bids and retries, are passed on after it.
 */
export class Display {
  /** `speech`: the key of the speech to which the events belong; empty for other events. */
  private queue: { speech: string; turn: number; events: RostrumEvent[]; hasEnded: boolean }[] = [];

  /** @param isLive - Whether the first speech in the queue is shown as it arrives, instead of once it is complete. */
  constructor(
    private readonly observers: readonly Observer[],
    private readonly isLive: boolean,
  ) {}

  clearStatus(): void {
    for (const observer of this.observers) observer.clearStatus?.();
  }

  see(event: RostrumEvent): void {
    // Bids and retries only update the progress, so they do not wait for a speech to end.
    if (event.type === "bid" || event.type === "retry") {
      this.pass(event);
      return;
    }
    const speech = speechOf(event);
    const isStart = event.type === "speech-start";
    const started = this.queue.find((entry) => speech !== "" && entry.speech === speech);
    if (started) {
      started.events.push(event);
      started.hasEnded = endings.has(event.type);
    } else {
      const turn = isStart ? event.turn : 0;
      const later = this.queue.findIndex((each, index) => isStart && !(this.isLive && index === 0) && each.turn > turn);
      const entry = { speech, turn, events: [event], hasEnded: !isStart };
      this.queue.splice(later === -1 ? this.queue.length : later, 0, entry);
    }
    this.showNext();
  }

  breakOff(): void {
    for (const observer of this.observers) observer.breakOff?.();
    const complete = this.queue.filter(({ hasEnded }) => hasEnded);
    this.queue = [];
    for (const { events } of complete) for (const event of events) this.pass(event);
    this.clearStatus();
  }

  private showNext(): void {
    for (let [next] = this.queue; next && (this.isLive || next.hasEnded); [next] = this.queue) {
      for (const event of next.events.splice(0)) this.pass(event);
      if (!next.hasEnded) return;
      this.queue.shift();
    }
  }

  private pass(event: RostrumEvent): void {
    this.clearStatus();
    for (const observer of this.observers) observer.see(event);
  }
}
