/** Shows speeches: in a terminal as they arrive, in a file or a pipe when they are complete. */
import type { RostrumEvent } from "../../state/events.js";
import { renderLine } from "../../text/lines.js";
import type { Line } from "../../text/message.js";
import type { Output } from "../io.js";
import { type Layout, LineWrapper, type Observer, safeLine } from "./text.js";

interface StartedSpeech {
  readonly turn: number;
  readonly speaker: string;
  readonly line?: Line;
}

/**
 * Writes speeches to a file or a pipe, in the form that prompts have, separated by empty lines. It writes a speech when it is
 * complete, because a failed call must leave no trace in a transcript, and writes simultaneous speeches in the order of turns.
 */
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
    for (const { line } of this.started) if (line) this.write(line);
    this.started = [];
  }

  close(): void {
    this.breakOff();
  }

  private write(line: Line): void {
    this.out.write(`${this.count > 0 ? "\n" : ""}${renderLine(line)}\n`);
    this.count += 1;
  }
}

const isSame = (left: StartedSpeech, right: StartedSpeech) =>
  left.turn === right.turn && left.speaker === right.speaker;

const indent = "  ";

const shownTypes = ["speech-start", "speech-delta", "speech-failed", "speech-end", "interjection"] as const;
type ShownEvent = Extract<RostrumEvent, { type: (typeof shownTypes)[number] }>;
const isShown = (event: RostrumEvent): event is ShownEvent => shownTypes.some((type) => type === event.type);

interface SpeechTerminalOptions extends Pick<Layout, "colours" | "texts"> {
  readonly out: Output;
  /** Whether the header on the same terminal shows the topic, so that the opening need not repeat it. */
  readonly topicIsShown: boolean;
}

/** Shows the name on its own line, and the words indented below it as they arrive. */
export class SpeechTerminal implements Observer {
  private names: string[] = [];
  private topic = "";
  private wrapper: LineWrapper | undefined;
  private current: string | undefined;
  /** What others say meanwhile, shown when this speech has ended. */
  private waiting: ShownEvent[] = [];

  constructor(private readonly options: SpeechTerminalOptions) {}

  see(event: RostrumEvent): void {
    if (event.type === "scene-set") {
      this.names = event.participants.map(({ name }) => name);
      this.topic = event.topic;
    } else if (event.type === "opening") {
      if (!this.options.topicIsShown || event.text !== this.topic) this.showWhole(event.speaker, event.text);
    } else if (isShown(event)) this.showInTurn(event);
  }

  breakOff(): void {
    this.endSpeech();
    this.waiting = [];
  }

  close(): void {
    this.endSpeech();
  }

  private showInTurn(event: ShownEvent): void {
    const speech = event.type === "interjection" ? event.interjection.id : `${event.turn} ${event.speaker}`;
    if (this.current !== undefined && this.current !== speech) return void this.waiting.push(event);
    if (event.type === "interjection") {
      const { from, text } = event.interjection;
      if (text !== "") this.showWhole(from, text, this.options.texts.interjects);
      return;
    }
    this.current = speech;
    if (event.type === "speech-start") this.startSpeech(event.speaker, event.attempt);
    else if (event.type === "speech-delta") this.wrapper?.feed(event.text);
    else {
      if (event.type === "speech-failed") this.writeRemark(this.options.texts.cannotSpeak(safeLine(event.speaker)));
      this.endSpeech();
      for (const next of this.waiting.splice(0)) this.showInTurn(next);
    }
  }

  private showWhole(speaker: string, text: string, mark = ""): void {
    this.startSpeech(speaker, 1, mark);
    this.wrapper?.feed(text);
    this.endSpeech();
  }

  private startSpeech(speaker: string, attempt: number, mark = ""): void {
    const { out, colours, texts } = this.options;
    if (attempt > 1) this.writeRemark(texts.restartsSpeech(safeLine(speaker)));
    else {
      const paint = colours.seat(this.names.indexOf(speaker));
      out.write(`${colours.bold(paint(safeLine(speaker)))}${mark && ` ${colours.dim(mark)}`}\n`);
    }
    // Longer lines are hard to read.
    const width = Math.min(out.columns || 80, 100);
    this.wrapper = new LineWrapper({ width, indent, write: (text) => out.write(text) });
  }

  private writeRemark(text: string): void {
    this.wrapper?.end();
    this.options.out.write(`${indent}${this.options.colours.dim(text)}\n`);
  }

  private endSpeech(): void {
    this.current = undefined;
    if (!this.wrapper) return;
    this.wrapper.end();
    this.wrapper = undefined;
    this.options.out.write("\n");
  }
}
