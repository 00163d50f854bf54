import type { RostrumEvent } from "../../../core/state/events.js";

export interface Observer {
  /** Removes a status line, before others write. */
  makeWay?(): void;
  see(event: RostrumEvent): void;
  /** The current speech does not end. */
  breakOff?(): void;
}

function speechOf(event: RostrumEvent): string {
  if (event.type === "task") return `${event.turn} ${event.result.worker}`;
  return "speaker" in event && "turn" in event ? `${event.turn} ${event.speaker}` : "";
}

/** A worker that fails has started to speak, and only its task ends. */
const endings: ReadonlySet<string> = new Set(["speech-end", "speech-failed", "task"]);

/**
 * Shows the observers one thing at a time: speeches that overlap follow one another in the order of their turns, and what
 * happens meanwhile follows them.
 */
export class Display {
  private queue: { speech: string; turn: number; events: RostrumEvent[]; hasEnded: boolean }[] = [];

  /** `isLive`: whether the first speech is shown as it arrives, not when it is complete. Nothing goes before it then. */
  constructor(
    private readonly observers: readonly Observer[],
    private readonly isLive: boolean,
  ) {}

  makeWay(): void {
    for (const observer of this.observers) observer.makeWay?.();
  }

  see(event: RostrumEvent): void {
    // They change at most the status line.
    if (event.type === "bid" || event.type === "retry") {
      this.pass(event);
      return;
    }
    const speech = speechOf(event);
    const isStart = event.type === "speech-start";
    const begun = this.queue.find((entry) => speech !== "" && entry.speech === speech);
    if (begun) {
      begun.events.push(event);
      begun.hasEnded = endings.has(event.type);
    } else {
      const turn = isStart ? event.turn : 0;
      const later = this.queue.findIndex((each, index) => isStart && !(this.isLive && index === 0) && each.turn > turn);
      const entry = { speech, turn, events: [event], hasEnded: !isStart };
      this.queue.splice(later === -1 ? this.queue.length : later, 0, entry);
    }
    this.showNext();
  }

  /** Shows what is complete, and leaves out the rest of what is not. */
  breakOff(): void {
    for (const observer of this.observers) observer.breakOff?.();
    const complete = this.queue.filter(({ hasEnded }) => hasEnded);
    this.queue = [];
    for (const { events } of complete) for (const event of events) this.pass(event);
    this.makeWay();
  }

  private showNext(): void {
    for (let [next] = this.queue; next && (this.isLive || next.hasEnded); [next] = this.queue) {
      for (const event of next.events.splice(0)) this.pass(event);
      if (!next.hasEnded) return;
      this.queue.shift();
    }
  }

  private pass(event: RostrumEvent): void {
    this.makeWay();
    for (const observer of this.observers) observer.see(event);
  }
}
