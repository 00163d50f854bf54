/** Who follows a run: what is shown depends on where it goes and for whom. */

import { cliTexts } from "../locales/command-line-texts.js";
import { locales } from "../locales/registry.js";
import { languageOf, type Scenario } from "../scenario/scenario.js";
import type { Io } from "./io.js";
import type { RunModels } from "./model-check.js";
import type { RunOptions } from "./options.js";
import { coloursFor } from "./terminal/colours.js";
import type { Observer } from "./terminal/observer.js";
import { Progress } from "./terminal/progress.js";
import { ProgressLines } from "./terminal/progress-lines.js";
import { SpeechLines } from "./terminal/speech-lines.js";
import { SpeechTerminal } from "./terminal/speech-terminal.js";
import { widthOf } from "./terminal/width.js";

function speechObserver(scenario: Scenario, { quiet }: RunOptions, io: Io): Observer {
  if (!io.stdout.isTTY) return new SpeechLines(io.stdout);
  const texts = cliTexts(languageOf(scenario)).run;
  const topicIsShown = io.stderr.isTTY === true && !quiet;
  return new SpeechTerminal({ out: io.stdout, colours: coloursFor(io.stdout, io.env), texts, topicIsShown });
}

/** The part of the settings that the display follows, where the mode has them. */
interface ShownSettings {
  readonly language: "en" | "zh";
  readonly selection?: { readonly repeat?: string };
  readonly stages?: readonly { readonly order: string }[];
  readonly bidding?: { readonly criterion?: string; readonly scale?: { readonly max?: number } };
}

/** A run as its observers show it. */
interface ShownRun {
  readonly scenario: Scenario;
  readonly models: RunModels;
  readonly options: RunOptions;
  /** Where it is shown. */
  readonly io: Io;
  /** How whoever watches can take part. */
  readonly hint: string | undefined;
}

function progressObserver({ scenario, models, options, io, hint }: ShownRun): Observer[] {
  if (options.quiet) return [];
  const { language, selection, bidding, stages } = scenario.input as unknown as ShownSettings;
  // A meeting has bids only in stages of that order, and not of everybody.
  const hasBids = bidding !== undefined && (stages?.some(({ order }) => order === "bidding") ?? true);
  const texts = cliTexts(language).run;
  if (options.json) return [new ProgressLines(io.stderr, texts)];
  return [
    new Progress({
      out: io.stderr,
      mode: scenario.mode,
      title: scenario.title,
      model: models.speaking,
      bidModel: models.bidding,
      criterion: hasBids ? bidding?.criterion : undefined,
      width: widthOf(io),
      colours: coloursFor(io.stderr, io.env),
      words: locales[language].transcript,
      texts,
      hint,
      highestBid: bidding?.scale?.max ?? 10,
      hasBids: hasBids && stages === undefined,
      sitsOut: selection?.repeat === "forbid",
    }),
  ];
}

/** Speeches first, so that what follows a speech is told after it. */
export function observersFor(run: ShownRun): Observer[] {
  const { scenario, options, io } = run;
  const speeches = options.json ? [] : [speechObserver(scenario, options, io)];
  return [...speeches, ...progressObserver(run)];
}
