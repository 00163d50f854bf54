/** Everything about a running conversation but what is said: header, auctions, draws. Goes to stderr. */
import type { RostrumEvent } from "../../state/events.js";
import type { Output } from "../io.js";
import { auctionChart } from "./auction-chart.js";
import { type HeaderOptions, headerLines } from "./header.js";
import { wrapText } from "./line-wrapper.js";
import type { Observer } from "./observer.js";
import { safeLine } from "./safe-text.js";
import { StatusLine } from "./status-line.js";
import { ToldTries } from "./told-tries.js";

type EventOf<Type extends RostrumEvent["type"]> = Extract<RostrumEvent, { type: Type }>;
type DecisionEvent = EventOf<"decision">;
type Speech = Pick<EventOf<"speech-start">, "turn" | "speaker">;

const nameOf = ({ turn, speaker }: Speech) => `${turn} ${speaker}`;

export interface ProgressOptions extends HeaderOptions {
  readonly out: Output;
  /** The bid that fills a bar. */
  readonly highestBid: number;
  /** Whether there are auctions. */
  readonly hasBids: boolean;
  /** Whether the last speaker is left out of the next auction. */
  readonly sitsOut: boolean;
}

export class Progress implements Observer {
  private readonly status: StatusLine;
  private names: string[] = [];
  private arrived = 0;
  private expected = 0;
  /** The speeches that have begun, and whether something has been said of each: then the cursor may stand in its line. */
  private readonly speeches = new Map<string, { hasWords: boolean }>();
  /** What came up while somebody speaks: a director chooses in the middle of a message, a worker fails beside another one. */
  private held: (() => void)[] = [];
  private readonly tries = new ToldTries();
  /** Whether there has been anything to tell of a choice: from then on every turn is told of. */
  private hasAuctions = false;

  constructor(private readonly options: ProgressOptions) {
    this.status = new StatusLine(options.out, options.colours);
    this.status.show(options.texts.preparing);
  }

  makeWay(): void {
    this.status.clear();
  }

  see(event: RostrumEvent): void {
    const { colours, texts, words } = this.options;
    switch (event.type) {
      case "scene-set":
        this.names = event.participants.map(({ name }) => name);
        this.write(headerLines(event, this.options));
        break;
      case "opening":
        this.awaitTurn();
        break;
      case "warning":
        this.tellAside(words.warning(event.warning));
        break;
      case "bid":
        this.arrived += 1;
        this.showStatus(this.options.hasBids ? texts.bidsIn(this.arrived, this.expected) : texts.awaiting);
        break;
      case "interjection":
        if (event.interjection.text === "") this.tellAside(words.request(event.interjection));
        break;
      case "round-start": {
        const { stage, round } = event;
        this.write([colours.bold(safeLine(words.round(stage, round, round === 1))), ""]);
        break;
      }
      case "judgement":
        this.tellAside(words.judgement(event.judgement));
        break;
      case "task":
        // Who fails at a task has begun to speak, and never ends.
        this.hearEnd({ turn: event.turn, speaker: event.result.worker });
        if (event.result.outcome !== "done") this.tellAside(words.task(event.result));
        break;
      case "decision":
        this.afterSpeeches(() => this.showAuction(event));
        break;
      case "retry":
        this.tellRetry(event);
        break;
      case "speech-start":
        this.speeches.set(nameOf(event), { hasWords: false });
        break;
      case "speech-delta":
        this.speeches.set(nameOf(event), { hasWords: true });
        break;
      case "speech-failed":
        this.hearEnd(event);
        break;
      case "speech-end":
        this.hearEnd(event);
        if (this.speeches.size === 0) this.awaitTurn(event.speaker);
        break;
      case "stop-draw":
        this.write([colours.dim(`  ${words.stopDraw(event)}`), ""]);
        break;
    }
  }

  breakOff(): void {
    this.speeches.clear();
    this.tellHeld();
  }

  close(): void {
    this.breakOff();
    this.status.clear();
  }

  private hearEnd(speech: Speech): void {
    this.speeches.delete(nameOf(speech));
    if (this.speeches.size === 0) this.tellHeld();
  }

  /** Nothing is told in the middle of a speech. */
  private afterSpeeches(tell: () => void): void {
    if (this.speeches.size === 0) tell();
    else this.held.push(tell);
  }

  private tellHeld(): void {
    for (const tell of this.held.splice(0)) tell();
  }

  /** It would take away the line that is being said. */
  private showStatus(text: string): void {
    if (![...this.speeches.values()].some(({ hasWords }) => hasWords)) this.status.show(text);
  }

  private showAuction({ turn, decision }: DecisionEvent): void {
    const chart = auctionChart(decision, { ...this.options, names: this.names });
    // Where the order of speaking is plain to see, the speaker's name says it all.
    this.hasAuctions ||= chart.length > 0;
    if (this.hasAuctions) this.write([this.options.colours.dim(this.options.texts.turnHeading(turn)), ...chart, ""]);
  }

  private tellRetry(retry: EventOf<"retry">): void {
    const { out, texts } = this.options;
    const text = safeLine(texts.retrying(retry));
    if (out.isTTY) this.showStatus(text);
    // What is written there cannot be taken away again.
    else if (this.tries.isNew(retry)) this.write([this.options.colours.dim(`  ${text}`)]);
  }

  private awaitTurn(lastSpeaker?: string): void {
    if (!this.options.hasBids) {
      this.showStatus(this.options.texts.awaiting);
      return;
    }
    const sitsOut = this.options.sitsOut && lastSpeaker !== undefined && this.names.includes(lastSpeaker);
    this.arrived = 0;
    this.expected = this.names.length - (sitsOut ? 1 : 0);
    this.showStatus(this.options.texts.bidsIn(0, this.expected));
  }

  private tellAside(text: string): void {
    this.afterSpeeches(() => this.writeAside(text));
  }

  private writeAside(text: string): void {
    const { colours, width } = this.options;
    this.write([colours.dim(wrapText(safeLine(text), { width, indent: "  " })), ""]);
  }

  private write(lines: readonly string[]): void {
    this.options.out.write(`${lines.join("\n")}\n`);
  }
}
