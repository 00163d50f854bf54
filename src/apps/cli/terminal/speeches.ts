import { escapeLabel, indented } from "../../../base/escape-text.js";
import { type EventReader, type RostrumEvent, readEvent } from "../../../core/state/events.js";
import type { Line } from "../../../records/message.js";
import type { RunTexts } from "../../../words/command-line.js";
import type { Output } from "../io.js";
import type { Observer } from "./display.js";
import { type Layout, LineWrapper, safeLine } from "./text.js";

/** Writes only whole messages, because a failed call must not leave part of a speech in the transcript. */
export function speechLines(out: Output, { message }: Pick<RunTexts, "message">): Observer {
  let gap = "";
  const write = ({ speaker, text }: Line) => {
    // Blank lines of a text are indented too, so that only the lines between messages are empty.
    out.write(`${gap}${message(escapeLabel(speaker), indented(text))}\n`);
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
  /**
   * Whether the header in the same terminal shows the topic. If it does, an opening that only repeats the topic is
   * omitted.
   */
  readonly topicIsShown: boolean;
}

interface OpenSpeech {
  readonly wrapper: LineWrapper;
  hasText: boolean;
}

export class SpeechTerminal implements Observer {
  private scene: { readonly topic: string; readonly names: readonly string[] } = { topic: "", names: [] };
  private speech: OpenSpeech | undefined;

  constructor(private readonly options: SpeechTerminalOptions) {}

  see(event: RostrumEvent): void {
    readEvent(this.reader, event);
  }

  readonly reader: EventReader<RostrumEvent> = {
    "scene-set": ({ participants, topic }) => {
      this.scene = { topic, names: participants.map(({ name }) => name) };
    },
    opening: ({ speaker, text }) => {
      if (!this.options.topicIsShown || text !== this.scene.topic) this.showWhole(speaker, text);
    },
    interjection: ({ interjection: { from, text } }) => {
      if (text !== "") this.showWhole(from, text, this.options.texts.interjects);
    },
    control: ({ control: { control, refusal } }) => {
      if (control && "add" in control && !refusal)
        this.scene = { ...this.scene, names: [...this.scene.names, control.add.name] };
    },
    "speech-start": ({ speaker, attempt }) => {
      if (attempt > 1) this.restart(speaker);
      else this.start(speaker);
    },
    "speech-delta": ({ text }) => {
      if (this.speech) this.feed(this.speech, text);
    },
    "speech-failed": ({ speaker }) => {
      this.writeRemark(this.options.texts.cannotSpeak(safeLine(speaker)));
      this.breakOff();
    },
    "speech-end": ({ speaker, text, cut }) => {
      const speech = this.speech ?? this.start(speaker);
      // Speeches that were completed before this process joined arrive without deltas.
      if (!speech.hasText) this.feed(speech, text);
      if (cut) this.writeRemark(this.options.texts.cut);
      this.breakOff();
    },
    task: () => this.breakOff(),
    // Events that are not shown here. `Progress` shows some of them.
    bid: null,
    correction: null,
    decision: null,
    judgement: null,
    plan: null,
    retry: null,
    "round-start": null,
    "stop-draw": null,
    stopped: null,
    "tool-call": null,
    verdict: null,
    warning: null,
  };

  breakOff(): void {
    if (!this.speech) return;
    this.speech.wrapper.end();
    this.speech = undefined;
    this.options.out.write("\n");
  }

  private showWhole(speaker: string, text: string, mark = ""): void {
    this.feed(this.start(speaker, mark), text);
    this.breakOff();
  }

  /** `mark`: a word to show after the name, such as "interjects". */
  private start(speaker: string, mark = ""): OpenSpeech {
    const { out, colours } = this.options;
    const paint = colours.seat(this.scene.names.indexOf(speaker));
    out.write(`${colours.bold(paint(safeLine(speaker)))}${mark && ` ${colours.dim(mark)}`}\n`);
    return this.open();
  }

  private restart(speaker: string): void {
    this.writeRemark(this.options.texts.restartsSpeech(safeLine(speaker)));
    this.open();
  }

  private open(): OpenSpeech {
    const { out } = this.options;
    // Lines wider than 100 cells are hard to read.
    const width = Math.min(out.columns || 80, 100);
    const wrapper = new LineWrapper({ width, indent, write: (text) => out.write(text) });
    this.speech = { wrapper, hasText: false };
    return this.speech;
  }

  private feed(speech: OpenSpeech, text: string): void {
    speech.hasText = true;
    speech.wrapper.feed(text);
  }

  private writeRemark(text: string): void {
    this.speech?.wrapper.end();
    this.options.out.write(`${indent}${this.options.colours.dim(text)}\n`);
  }
}
