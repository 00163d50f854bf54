/** Progress in one line a turn, for runs whose result is read by a program. */

import type { RunTexts } from "../../locales/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import type { Output } from "../io.js";
import type { Observer } from "./observer.js";
import { safeLine } from "./safe-text.js";
import { ToldTries } from "./told-tries.js";

export class ProgressLines implements Observer {
  private readonly tries = new ToldTries();

  constructor(
    private readonly out: Output,
    private readonly texts: RunTexts,
  ) {}

  see(event: RostrumEvent): void {
    if (event.type === "decision") this.write(this.texts.turnLine(event.turn, safeLine(event.decision.speaker)));
    else if (event.type === "retry" && this.tries.isNew(event)) this.write(safeLine(this.texts.retrying(event)));
  }

  close(): void {}

  private write(line: string): void {
    this.out.write(`${line}\n`);
  }
}
