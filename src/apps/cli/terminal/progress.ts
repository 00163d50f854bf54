import stringWidth from "string-width";
import { wordsOfRule } from "../../../core/selection/rule-words.js";
import { type EventOf, type EventReader, type RostrumEvent, readEvent } from "../../../core/state/events.js";
import type { RunTexts } from "../../../words/command-line.js";
import type { Output } from "../io.js";
import { auctionChart } from "./auction-chart.js";
import type { Observer } from "./display.js";
import { type Layout, StatusLine, safeLine, safeText, truncate, widest, wrapText } from "./text.js";

export interface ProgressOptions extends Layout {
  readonly mode: string;
  readonly title: string | undefined;
  readonly model: string;
  readonly bidModel: string | undefined;
  readonly criterion: string | undefined;
  /** The limits on a supervisor's tasks. Without them, the header shows the limit on turns. */
  readonly tasks?: { readonly inPlan: number; readonly total: number | undefined } | undefined;
  readonly hint?: string | undefined;
  readonly out: Output;
  readonly highestBid: number;
  readonly hasBids: boolean;
  readonly lastSpeakerSitsOut: boolean;
}

type Scene = EventOf<"scene-set">;

/** The maximum width of a criterion, in cells. Custom criteria can be long. */
const maxCriterionWidth = 60;

/** The details move below a name that is wider than its column. */
function memberLines(name: string, about: string, column: number, width: number, paint: (text: string) => string) {
  const details = wrapText(about, { width, indent: " ".repeat(column + 4) });
  const gap = column - stringWidth(name);
  const lines =
    gap < 0
      ? `${paint(wrapText(name, { width, indent: "  " }))}\n${details}`
      : `  ${paint(name)}${" ".repeat(gap)}${details.slice(column + 2)}`;
  return lines.trimEnd().split("\n");
}

function castLines({ participants, leader }: Scene, { width, colours, words, texts }: ProgressOptions): string[] {
  const members = participants.map((participant, seat) => ({ ...participant, seat, part: "" }));
  const shown = [...(leader ? [{ ...leader, seat: -1, part: words.leads }] : []), ...members];
  const column = Math.min(Math.floor(width / 2), widest(shown.map(({ name }) => safeLine(name))));
  return shown.flatMap(({ name, role, model, human, seat, part }) => {
    const about = [role, part, human ? texts.person : model].filter(Boolean).map(safeLine).join(" · ");
    const paint = (text: string) => colours.bold(colours.seat(seat)(text));
    return memberLines(safeLine(name), about, column, width, paint);
  });
}

export function headerLines(scene: Scene, options: ProgressOptions): string[] {
  const { mode, title, model, bidModel, criterion, tasks, width, colours, words, texts, hint } = options;
  const settings = [
    mode,
    criterion === undefined ? "" : texts.criterion(truncate(criterion, maxCriterionWidth)),
    model,
    bidModel === undefined ? "" : texts.bidModel(bidModel),
    words.seed(scene.seed),
    tasks ? texts.atMostTasks(tasks.inPlan, tasks.total) : texts.atMostTurns(scene.maxTurns),
  ];
  const dimmed = (text: string) => colours.dim(wrapText(safeLine(text), { width, indent: "  " }));
  const heading = (text: string) => colours.bold(wrapText(safeText(text), { width, indent: "" }));
  return [
    "",
    ...(title ? [colours.dim(wrapText(safeLine(title), { width, indent: "" }))] : []),
    heading(scene.topic),
    "",
    ...castLines(scene, options),
    "",
    dimmed(settings.filter(Boolean).join(" · ")),
    ...(hint === undefined ? [] : [dimmed(hint)]),
    "",
  ];
}

export class Progress implements Observer {
  private readonly status: StatusLine;
  private names: string[] = [];
  private arrived = 0;
  private expected = 0;
  /** Whether the cursor may be in a line of a speech, which a status line would erase. */
  private isInSpeech = false;
  private readonly isNewRetry = retryFilter();

  readonly reader: EventReader<RostrumEvent> = {
    "scene-set": (event) => {
      this.names = event.participants.map(({ name }) => name);
      this.expected = this.names.length;
      this.write(headerLines(event, this.options));
    },
    opening: () => this.awaitTurn(),
    warning: ({ warning }) => this.showAside(this.options.words.warning(warning)),
    bid: ({ bidders }) => {
      this.arrived += 1;
      this.expected = bidders;
      this.showArrived();
    },
    interjection: ({ interjection }) => {
      if (interjection.text === "") this.showAside(this.options.words.request(interjection));
    },
    control: ({ control }) => {
      if (control.control && "add" in control.control && !control.refusal) this.names.push(control.control.add.name);
      this.showAside(this.options.words.control(control));
    },
    "round-start": ({ stage, round }) =>
      this.write([this.options.colours.bold(safeLine(this.options.words.round(stage, round, round === 1))), ""]),
    judgement: ({ judgement }) => this.showAside(this.options.words.judgement(judgement)),
    verdict: ({ verdict }) => this.showAside(this.options.words.verdict(verdict)),
    task: ({ result }) => {
      this.breakOff();
      if (result.outcome !== "done") this.showAside(this.options.words.task(result));
    },
    plan: ({ plan }) => {
      // The supervisor announces a new plan in a message.
      if (plan.outcome !== "made" && plan.outcome !== "changed") this.showAside(this.options.words.plan(plan));
    },
    decision: (event) => this.showChoice(event),
    retry: (event) => this.showRetry(event),
    "speech-start": () => this.breakOff(),
    "speech-delta": () => {
      this.isInSpeech = true;
    },
    "speech-failed": () => this.breakOff(),
    "speech-end": ({ speaker }) => {
      this.breakOff();
      this.awaitTurn(speaker);
    },
    "stop-draw": (event) => this.write([this.options.colours.dim(`  ${this.options.words.stopDraw(event)}`), ""]),
    // Not shown during the run. The summary reports corrections, and why the conversation ended.
    correction: null,
    stopped: null,
    "tool-call": null,
  };

  constructor(private readonly options: ProgressOptions) {
    this.status = new StatusLine(options.out, options.colours);
    this.status.show(options.texts.preparing);
  }

  clearStatus(): void {
    this.status.clear();
  }

  see(event: RostrumEvent): void {
    readEvent(this.reader, event);
  }

  breakOff(): void {
    this.isInSpeech = false;
  }

  private showStatus(text: string): void {
    if (!this.isInSpeech) this.status.show(text);
  }

  private showChoice({ turn, decision }: EventOf<"decision">): void {
    const { colours, texts, words } = this.options;
    const chart = auctionChart(decision, { ...this.options, names: this.names });
    // Without a chart, the heading names the rule.
    const rule = chart.length === 0 ? wordsOfRule(decision.rule, words).label : undefined;
    const heading = [texts.turnHeading(turn), rule].filter(Boolean).join(" · ");
    this.write([colours.dim(heading), ...chart, ""]);
  }

  private showRetry(retry: EventOf<"retry">): void {
    const { out, texts } = this.options;
    const text = safeLine(texts.retrying(retry));
    if (out.isTTY) this.showStatus(text);
    // A file keeps every line, so only the first of several parallel retries is written.
    else if (this.isNewRetry(retry)) this.write([this.options.colours.dim(`  ${text}`)]);
  }

  private awaitTurn(lastSpeaker = ""): void {
    const sitsOut = this.options.lastSpeakerSitsOut && this.names.includes(lastSpeaker);
    this.arrived = 0;
    this.expected = this.names.length - (sitsOut ? 1 : 0);
    this.showArrived();
  }

  private showArrived(): void {
    const { hasBids, texts } = this.options;
    this.showStatus(hasBids ? texts.bidsIn(this.arrived, this.expected) : texts.thinking);
  }

  private showAside(text: string): void {
    const { colours, width } = this.options;
    this.write([colours.dim(wrapText(safeLine(text), { width, indent: "  " })), ""]);
  }

  private write(lines: readonly string[]): void {
    this.options.out.write(`${lines.join("\n")}\n`);
  }
}

/** Accepts only one retry for each turn, purpose and attempt, because parallel calls often fail together. */
function retryFilter(): (retry: EventOf<"retry">) => boolean {
  const shown = new Set<string>();
  return ({ turn, purpose, attempt }) => {
    const key = `${turn} ${purpose} ${attempt}`;
    const isNew = !shown.has(key);
    shown.add(key);
    return isNew;
  };
}

export function progressLines(out: Output, texts: RunTexts): Observer {
  const isNewRetry = retryFilter();
  return {
    see(event) {
      if (event.type === "decision") out.write(`${texts.turnLine(event.turn, safeLine(event.decision.speaker))}\n`);
      else if (event.type === "retry" && isNewRetry(event)) out.write(`${safeLine(texts.retrying(event))}\n`);
    },
  };
}
