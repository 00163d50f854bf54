/** Shows speeches: in a terminal as they arrive, in a file or a pipe when they are complete. */
import { type EventReader, type RostrumEvent, readEvent } from "../../../core/state/events.js";
import { renderLine } from "../../../core/text/lines.js";
import type { Line } from "../../../records/message.js";
import type { Output } from "../io.js";
import type { Observer } from "./display.js";
import { type Layout, LineWrapper, safeLine } from "./text.js";

/** In the form that prompts have. A speech is written when it is complete: a failed call must leave no trace in a transcript. */
export function speechLines(out: Output): Observer {
  let gap = "";
  const write = (line: Line) => {
    out.write(`${gap}${renderLine(line)}\n`);
    gap = "\n";
  };
  return {
    see(event) {
      if (event.type === "opening" || event.type === "speech-end") write(event);
      else if (event.type === "interjection" && event.interjection.text !== "")
        write({ speaker: event.interjection.from, text: event.interjection.text });
    },
  };
}

const indent = "  ";

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
  private hasPieces = false;

  constructor(private readonly options: SpeechTerminalOptions) {}

  see(event: RostrumEvent): void {
    readEvent(this.reader, event);
  }

  readonly reader: EventReader<RostrumEvent> = {
    "scene-set": ({ participants, topic }) => {
      this.names = participants.map(({ name }) => name);
      this.topic = topic;
    },
    opening: ({ speaker, text }) => {
      if (!this.options.topicIsShown || text !== this.topic) this.showWhole(speaker, text);
    },
    interjection: ({ interjection: { from, text } }) => {
      if (text !== "") this.showWhole(from, text, this.options.texts.interjects);
    },
    control: ({ control: { control, refusal } }) => {
      if (control && "add" in control && !refusal) this.names.push(control.add.name);
    },
    "speech-start": ({ speaker, attempt }) => this.startSpeech(speaker, attempt),
    "speech-delta": ({ text }) => {
      this.hasPieces = true;
      this.wrapper?.feed(text);
    },
    "speech-failed": ({ speaker }) => {
      this.writeRemark(this.options.texts.cannotSpeak(safeLine(speaker)));
      this.breakOff();
    },
    "speech-end": ({ speaker, text }) => {
      if (!this.wrapper) this.startSpeech(speaker, 1);
      // Of what was said before somebody joined, there are no pieces.
      if (!this.hasPieces) this.wrapper?.feed(text);
      this.breakOff();
    },
    task: () => this.breakOff(),
    // Progress shows the rest.
    bid: null,
    correction: null,
    decision: null,
    judgement: null,
    retry: null,
    "round-start": null,
    "stop-draw": null,
    stopped: null,
    "tool-call": null,
    verdict: null,
    warning: null,
  };

  breakOff(): void {
    if (!this.wrapper) return;
    this.wrapper.end();
    this.wrapper = undefined;
    this.options.out.write("\n");
  }

  private showWhole(speaker: string, text: string, mark = ""): void {
    this.startSpeech(speaker, 1, mark);
    this.wrapper?.feed(text);
    this.breakOff();
  }

  private startSpeech(speaker: string, attempt: number, mark = ""): void {
    const { out, colours, texts } = this.options;
    this.hasPieces = false;
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
}
