/** Progress in one line a turn, for runs whose result is read by a program. */
import type { RostrumEvent } from "../../domain/events.js";
import type { Output } from "../io.js";
import type { RunTexts } from "../texts/catalog.js";
import type { Observer } from "./observer.js";
import { safeLine } from "./safe-text.js";

export class ProgressLines implements Observer {
  constructor(
    private readonly out: Output,
    private readonly texts: RunTexts,
  ) {}

  see(event: RostrumEvent): void {
    if (event.type === "decision")
      this.out.write(`${this.texts.turnLine(event.turn, safeLine(event.decision.speaker))}\n`);
  }

  close(): void {}
}
