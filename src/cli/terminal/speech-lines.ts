/**
 * Writes speeches to a file or a pipe: the form that prompts have, an empty line between two speeches. A speech is written when
 * it is complete, because a call that breaks off and is made again must leave no trace in a transcript; of several that are
 * made at once, in the order of their turns.
 */
import type { RostrumEvent } from "../../state/events.js";
import type { Interjection } from "../../state/interjection.js";
import type { Line } from "../../state/message.js";
import { renderLine } from "../../text/lines.js";
import type { Output } from "../io.js";
import type { Observer } from "./observer.js";

/** A speech that has begun; `line` once it is complete. */
interface Begun {
  readonly turn: number;
  readonly speaker: string;
  line?: Line;
}

export class SpeechLines implements Observer {
  private count = 0;
  private begun: Begun[] = [];

  constructor(private readonly out: Output) {}

  see(event: RostrumEvent): void {
    if (event.type === "opening") this.write(event);
    else if (event.type === "speech-start") this.begin(event);
    else if (event.type === "speech-failed") this.begun = this.begun.filter((each) => each !== this.find(event));
    else if (event.type === "speech-end") this.end(event);
    else if (event.type === "interjection" && event.interjection.text !== "") this.interject(event.interjection);
  }

  breakOff(): void {
    this.begun = this.begun.filter(({ line }) => line !== undefined);
    this.writeComplete();
  }

  close(): void {
    for (const { line } of this.begun) if (line) this.write(line);
    this.begun = [];
  }

  private find({ turn, speaker }: Begun): Begun | undefined {
    return this.begun.find((each) => each.turn === turn && each.speaker === speaker);
  }

  private begin({ turn, speaker }: Begun): void {
    if (!this.find({ turn, speaker })) this.begun.push({ turn, speaker });
    this.begun.sort((left, right) => left.turn - right.turn);
  }

  private end({ turn, speaker, text }: Begun & { readonly text: string }): void {
    const begun = this.find({ turn, speaker });
    if (begun) begun.line = { speaker, text };
    this.writeComplete();
  }

  /** It stands behind the turns that had begun. */
  private interject({ turn, from, text }: Interjection): void {
    this.begun.push({ turn, speaker: from, line: { speaker: from, text } });
    this.writeComplete();
  }

  private writeComplete(): void {
    while (this.begun[0]?.line) this.write(this.begun.shift()?.line as Line);
  }

  private write(line: Line): void {
    this.out.write(`${this.count > 0 ? "\n" : ""}${renderLine(line)}\n`);
    this.count += 1;
  }
}
