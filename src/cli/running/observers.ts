/** Which observers follow a run: it depends on where its output goes and for whom. */
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line.js";
import type { Scenario } from "../../scenario/scenario.js";
import { rules } from "../../selection/registry.js";
import type { Io } from "../io.js";
import type { Options } from "../options.js";
import { layoutFor } from "../terminal/display.js";
import type { Observer } from "../terminal/observer.js";
import { Progress } from "../terminal/progress.js";
import { ProgressLines } from "../terminal/progress-lines.js";
import { SpeechLines } from "../terminal/speech-lines.js";
import { SpeechTerminal } from "../terminal/speech-terminal.js";
import type { RunModels } from "./models.js";

/** The settings that the display depends on, where the mode has them. */
interface ShownSettings {
  readonly language: Language;
  readonly selection?: { readonly rule?: string; readonly repeat?: string };
  readonly stages?: readonly { readonly order: string }[];
  readonly bidding?: { readonly criterion?: string; readonly scale?: { readonly max?: number } };
}

interface ShownRun {
  readonly scenario: Scenario;
  readonly models: RunModels;
  readonly options: Options;
  /** Where it is shown. */
  readonly io: Io;
  /** How people at the terminal can take part. */
  readonly hint: string | undefined;
}

/** Speeches first, so that what belongs after a speech appears after it. */
export function observersFor({ scenario, models, options, io, hint }: ShownRun): Observer[] {
  const { language, selection, bidding, stages } = scenario.input as unknown as ShownSettings;
  const texts = cliTexts(language).run;
  const observers: Observer[] = [];
  if (!options.json && io.stdout.isTTY) {
    const topicIsShown = io.stderr.isTTY === true && !options.quiet;
    observers.push(new SpeechTerminal({ out: io.stdout, topicIsShown, ...layoutFor(io.stdout, io, language) }));
  } else if (!options.json) observers.push(new SpeechLines(io.stdout));
  if (options.quiet) return observers;
  if (options.json) return [...observers, new ProgressLines(io.stderr, texts)];
  // In a meeting, only stages of that order have bids, and not of everybody.
  const rule = rules.find(({ name }) => name === selection?.rule);
  const hasBids =
    bidding !== undefined && (rule?.needsBids ?? true) && (stages?.some(({ order }) => order === "bidding") ?? true);
  const progress = new Progress({
    out: io.stderr,
    mode: scenario.mode,
    title: scenario.title,
    model: models.speaking,
    bidModel: models.bidding,
    criterion: hasBids ? bidding?.criterion : undefined,
    ...layoutFor(io.stderr, io, language),
    hint,
    highestBid: bidding?.scale?.max ?? 10,
    hasBids: hasBids && stages === undefined,
    lastSpeakerSitsOut: selection?.repeat === "forbid",
  });
  return [...observers, progress];
}
