/**
 * Writes speeches to a file or a pipe: the form that prompts have, an empty line between two speeches. A speech is written when
 * it is complete, because a call that breaks off and is made again must leave no trace in a transcript.
 */
import type { RostrumEvent } from "../../domain/events.js";
import { renderLine } from "../../transcript/render.js";
import type { Output } from "../io.js";
import type { Observer } from "./observer.js";

export class SpeechLines implements Observer {
  private count = 0;

  constructor(private readonly out: Output) {}

  see(event: RostrumEvent): void {
    if (event.type !== "opening" && event.type !== "speech-ends") return;
    this.out.write(`${this.count > 0 ? "\n" : ""}${renderLine(event)}\n`);
    this.count += 1;
  }

  close(): void {}
}
