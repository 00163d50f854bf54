/** Shows speeches in a terminal as they arrive: the name on its own line, the words indented below it. */
import type { RunTexts } from "../../locales/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import type { Output } from "../io.js";
import type { Colours } from "./colours.js";
import { LineWrapper } from "./line-wrapper.js";
import type { Observer } from "./observer.js";
import { safeLine } from "./safe-text.js";

const indent = "  ";
/** Longer lines are hard to read. */
const maxTextWidth = 100;

const shownTypes = ["speech-start", "speech-delta", "speech-failed", "speech-end", "interjection"] as const;
type ShownEvent = Extract<RostrumEvent, { type: (typeof shownTypes)[number] }>;
const isShown = (event: RostrumEvent): event is ShownEvent => shownTypes.some((type) => type === event.type);

export interface SpeechTerminalOptions {
  readonly out: Output;
  readonly colours: Colours;
  readonly texts: RunTexts;
  /** Whether the header on the same terminal shows the topic, so that the opening need not repeat it. */
  readonly topicIsShown: boolean;
}

export class SpeechTerminal implements Observer {
  private names: string[] = [];
  private topic = "";
  private open: LineWrapper | undefined;
  /** The speech that is being shown. */
  private shown: string | undefined;
  /** What others say meanwhile, shown when this speech has ended. */
  private waiting: ShownEvent[] = [];

  constructor(private readonly options: SpeechTerminalOptions) {}

  see(event: RostrumEvent): void {
    if (event.type === "scene-set") {
      this.names = event.participants.map(({ name }) => name);
      this.topic = event.topic;
    } else if (event.type === "opening") this.showOpening(event.speaker, event.text);
    else if (isShown(event)) this.hear(event);
  }

  private hear(event: ShownEvent): void {
    const speech = event.type === "interjection" ? event.interjection.id : `${event.turn} ${event.speaker}`;
    if (this.shown !== undefined && this.shown !== speech) {
      this.waiting.push(event);
      return;
    }
    if (event.type === "interjection") {
      const { from, text } = event.interjection;
      if (text !== "") this.showWhole(from, text, this.options.texts.interjects);
      return;
    }
    this.shown = speech;
    if (event.type === "speech-start") this.begin(event.speaker, event.attempt);
    else if (event.type === "speech-delta") this.open?.feed(event.text);
    else {
      if (event.type === "speech-failed") this.tellFailure(event.speaker);
      this.endSpeech();
      this.shown = undefined;
      const waiting = this.waiting;
      this.waiting = [];
      for (const next of waiting) this.hear(next);
    }
  }

  breakOff(): void {
    this.endSpeech();
    this.shown = undefined;
    this.waiting = [];
  }

  close(): void {
    this.endSpeech();
  }

  private showOpening(speaker: string, text: string): void {
    if (this.options.topicIsShown && text === this.topic) return;
    this.showWhole(speaker, text);
  }

  private showWhole(speaker: string, text: string, mark = ""): void {
    this.begin(speaker, 1, mark);
    this.open?.feed(text);
    this.endSpeech();
  }

  private begin(speaker: string, attempt: number, mark = ""): void {
    const { out, colours, texts } = this.options;
    if (attempt > 1) {
      this.open?.end();
      out.write(`${indent}${colours.dim(texts.restartsSpeech(safeLine(speaker)))}\n`);
    } else {
      const paint = colours.seat(this.names.indexOf(speaker));
      const aside = mark === "" ? "" : ` ${colours.dim(mark)}`;
      out.write(`${colours.bold(paint(safeLine(speaker)))}${aside}\n`);
    }
    const width = Math.min(out.columns || 80, maxTextWidth);
    this.open = new LineWrapper({ width, indent, write: (text) => out.write(text) });
  }

  private tellFailure(speaker: string): void {
    const { out, colours, texts } = this.options;
    this.open?.end();
    out.write(`${indent}${colours.dim(texts.cannotSpeak(safeLine(speaker)))}\n`);
  }

  private endSpeech(): void {
    if (!this.open) return;
    this.open.end();
    this.open = undefined;
    this.options.out.write("\n");
  }
}
