/** Progress as one line per turn, for runs whose result a program reads. */

import type { RunTexts } from "../../locales/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import type { Output } from "../io.js";
import type { Observer } from "./observer.js";
import { safeLine } from "./text.js";

type RetryEvent = Extract<RostrumEvent, { type: "retry" }>;

/** Tells which retries are worth showing: calls that are made together fail together, and one line is enough. */
export class RetryFilter {
  private turn = -1;
  private readonly shown = new Set<string>();

  /** Whether this is the first retry with its number among the turn's calls for the same purpose. */
  isNew({ turn, purpose, attempt }: RetryEvent): boolean {
    if (turn !== this.turn) this.shown.clear();
    this.turn = turn;
    const before = this.shown.size;
    this.shown.add(`${purpose} ${attempt}`);
    return this.shown.size > before;
  }
}

export class ProgressLines implements Observer {
  private readonly retries = new RetryFilter();

  constructor(
    private readonly out: Output,
    private readonly texts: RunTexts,
  ) {}

  see(event: RostrumEvent): void {
    if (event.type === "decision") this.write(this.texts.turnLine(event.turn, safeLine(event.decision.speaker)));
    else if (event.type === "retry" && this.retries.isNew(event)) this.write(safeLine(this.texts.retrying(event)));
  }

  close(): void {}

  private write(line: string): void {
    this.out.write(`${line}\n`);
  }
}
