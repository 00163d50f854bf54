/** Everything about a running conversation but what is said: header, auctions, draws. Goes to stderr. */
import type { RostrumEvent } from "../../domain/events.js";
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
  private isSpeaking = false;
  /** Whether something has been said of the speech, so that the cursor stands in its line. */
  private isMidSpeech = false;
  private readonly tries = new ToldTries();
  /** Choices made while somebody speaks: a director chooses in the middle of a message. */
  private held: DecisionEvent[] = [];
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
        this.writeAside(words.warning(event.warning));
        break;
      case "bid":
        this.arrived += 1;
        this.status.show(this.options.hasBids ? texts.bidsIn(this.arrived, this.expected) : texts.awaiting);
        break;
      case "interjection":
        if (event.interjection.text === "") this.writeAside(words.request(event.interjection));
        break;
      case "round-begins": {
        const { stage, round } = event;
        this.write([colours.bold(safeLine(words.round(stage, round, round === 1))), ""]);
        break;
      }
      case "judgement":
        this.writeAside(words.judgement(event.judgement));
        break;
      case "task":
        if (event.result.outcome !== "done") this.writeAside(words.task(event.result));
        break;
      case "decision":
        if (this.isSpeaking) this.held.push(event);
        else this.showAuction(event);
        break;
      case "retry":
        this.tellRetry(event);
        break;
      case "speech-begins":
        this.isSpeaking = true;
        this.isMidSpeech = false;
        break;
      case "speech-piece":
        this.isMidSpeech = true;
        break;
      case "speech-failed":
        this.hearEnd();
        break;
      case "speech-ends":
        this.hearEnd();
        this.awaitTurn(event.speaker);
        break;
      case "stop-draw":
        this.write([colours.dim(`  ${words.stopDraw(event)}`), ""]);
        break;
    }
  }

  close(): void {
    this.hearEnd();
    this.status.clear();
  }

  /** Nobody speaks any more: what has been held can be shown. */
  private hearEnd(): void {
    this.isSpeaking = false;
    this.isMidSpeech = false;
    for (const held of this.held.splice(0)) this.showAuction(held);
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
    if (out.isTTY && !this.isMidSpeech) this.status.show(text);
    // What is written there cannot be taken away again.
    else if (!out.isTTY && this.tries.isNew(retry)) this.writeAside(text);
  }

  private awaitTurn(lastSpeaker?: string): void {
    if (!this.options.hasBids) {
      this.status.show(this.options.texts.awaiting);
      return;
    }
    const sitsOut = this.options.sitsOut && lastSpeaker !== undefined && this.names.includes(lastSpeaker);
    this.arrived = 0;
    this.expected = this.names.length - (sitsOut ? 1 : 0);
    this.status.show(this.options.texts.bidsIn(0, this.expected));
  }

  private writeAside(text: string): void {
    const { colours, width } = this.options;
    this.write([colours.dim(wrapText(safeLine(text), { width, indent: "  " })), ""]);
  }

  private write(lines: readonly string[]): void {
    this.options.out.write(`${lines.join("\n")}\n`);
  }
}
