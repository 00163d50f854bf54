/**
 * Writes speeches to a file or a pipe, in the form that prompts have, separated by empty lines. It writes a speech when it is
 * complete, because a failed call must leave no trace in a transcript, and writes simultaneous speeches in the order of turns.
 */
import type { RostrumEvent } from "../../state/events.js";
import type { Interjection } from "../../state/interjection.js";
import type { Line } from "../../state/message.js";
import { renderLine } from "../../text/lines.js";
import type { Output } from "../io.js";
import type { Observer } from "./observer.js";

/** A speech that has started; it has a `line` once it is complete. */
interface StartedSpeech {
  readonly turn: number;
  readonly speaker: string;
  line?: Line;
}

export class SpeechLines implements Observer {
  private count = 0;
  private started: StartedSpeech[] = [];

  constructor(private readonly out: Output) {}

  see(event: RostrumEvent): void {
    if (event.type === "opening") this.write(event);
    else if (event.type === "speech-start") this.start(event);
    else if (event.type === "speech-failed") this.started = this.started.filter((each) => each !== this.find(event));
    else if (event.type === "speech-end") this.end(event);
    else if (event.type === "interjection" && event.interjection.text !== "") this.interject(event.interjection);
  }

  breakOff(): void {
    this.started = this.started.filter(({ line }) => line !== undefined);
    this.writeComplete();
  }

  close(): void {
    for (const { line } of this.started) if (line) this.write(line);
    this.started = [];
  }

  private find({ turn, speaker }: StartedSpeech): StartedSpeech | undefined {
    return this.started.find((each) => each.turn === turn && each.speaker === speaker);
  }

  private start({ turn, speaker }: StartedSpeech): void {
    if (!this.find({ turn, speaker })) this.started.push({ turn, speaker });
    this.started.sort((left, right) => left.turn - right.turn);
  }

  private end({ turn, speaker, text }: StartedSpeech & { readonly text: string }): void {
    const speech = this.find({ turn, speaker });
    if (speech) speech.line = { speaker, text };
    this.writeComplete();
  }

  /** It follows the turns that have started. */
  private interject({ turn, from, text }: Interjection): void {
    this.started.push({ turn, speaker: from, line: { speaker: from, text } });
    this.writeComplete();
  }

  private writeComplete(): void {
    while (this.started[0]?.line) this.write(this.started.shift()?.line as Line);
  }

  private write(line: Line): void {
    this.out.write(`${this.count > 0 ? "\n" : ""}${renderLine(line)}\n`);
    this.count += 1;
  }
}
