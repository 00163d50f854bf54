/**
 * Writes speeches to a file or a pipe, in the form that prompts have, separated by empty lines. It writes a speech when it is
 * complete, because a failed call must leave no trace in a transcript, and writes simultaneous speeches in the order of turns.
 */
import type { RostrumEvent } from "../../state/events.js";
import { renderLine } from "../../text/lines.js";
import type { Line } from "../../text/message.js";
import type { Output } from "../io.js";
import type { Observer } from "./observer.js";

/** A speech that has started; it has a `line` once it is complete. */
interface StartedSpeech {
  readonly turn: number;
  readonly speaker: string;
  readonly line?: Line;
}

export class SpeechLines implements Observer {
  private count = 0;
  private started: StartedSpeech[] = [];

  constructor(private readonly out: Output) {}

  see(event: RostrumEvent): void {
    if (event.type === "opening") this.write(event);
    else if (event.type === "speech-start" && !this.started.some((each) => isSame(each, event)))
      this.started = [...this.started, event].sort((left, right) => left.turn - right.turn);
    else if (event.type === "speech-failed") this.started = this.started.filter((each) => !isSame(each, event));
    else if (event.type === "speech-end")
      this.started = this.started.map((each) => (isSame(each, event) ? { ...each, line: event } : each));
    else if (event.type === "interjection" && event.interjection.text !== "") {
      const { turn, from: speaker, text } = event.interjection;
      // It follows the turns that have started.
      this.started.push({ turn, speaker, line: { speaker, text } });
    }
    while (this.started[0]?.line) this.write(this.started.shift()?.line as Line);
  }

  breakOff(): void {
    this.close();
  }

  close(): void {
    for (const { line } of this.started) if (line) this.write(line);
    this.started = [];
  }

  private write(line: Line): void {
    this.out.write(`${this.count > 0 ? "\n" : ""}${renderLine(line)}\n`);
    this.count += 1;
  }
}

const isSame = (left: StartedSpeech, right: StartedSpeech) =>
  left.turn === right.turn && left.speaker === right.speaker;
