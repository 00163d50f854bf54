/** Runs a prepared conversation, shows it, and prints or writes its end. */
import type { Language } from "../../language.js";
import { cliTexts } from "../../locales/command-line.js";
import { rehearsalNotice } from "../../rehearsal/rehearsal-model.js";
import { languageOf } from "../../scenario/scenario.js";
import { rules } from "../../selection/registry.js";
import { type ConversationDocument, exportConversation } from "../../transcript/json.js";
import { type Audience, openAudience } from "../audience/audience.js";
import { type ExitStatus, exitStatus, InputEndedError, type Io } from "../io.js";
import { writeOutFile } from "../out-file.js";
import { reportError } from "../report-error.js";
import { Progress, ProgressLines } from "../terminal/progress.js";
import { SpeechLines, SpeechTerminal } from "../terminal/speeches.js";
import { summaryLines } from "../terminal/summary.js";
import { coloursFor, layoutFor, type Observer, widthOf, wrapText } from "../terminal/text.js";
import { hasRehearsal, namesIn, type PreparedRun, type RunModels, rehearsalName } from "./prepare.js";
import type { RunEnd, Runner } from "./runner.js";
import { listenForStops, type Stopping } from "./stopping.js";

function showNotice(io: Io, language: Language): void {
  const notice = rehearsalNotice(language);
  const wrapped = io.stderr.isTTY ? wrapText(notice, { width: widthOf(io), indent: "" }) : notice;
  io.stderr.write(`${coloursFor(io.stderr, io.env).dim(wrapped)}\n`);
}

function isRepeatable(models: RunModels, { participants, interjections, stopReason }: ConversationDocument): boolean {
  const isRehearsed = namesIn(models).every((name) => name === rehearsalName);
  const dependsOnTime = stopReason?.kind === "budget" && stopReason.budget === "seconds";
  const isUndisturbed = interjections.length === 0 && stopReason !== null && !dependsOnTime;
  return isRehearsed && isUndisturbed && !participants.some(({ human }) => human);
}

function showSummary(
  { io, models, repeat }: PreparedRun,
  runner: Runner,
  conversation: ConversationDocument,
  elapsedMs: number,
): void {
  const { language } = conversation;
  const lines = summaryLines(conversation, {
    elapsedMs,
    repeat: repeat?.(conversation.seed ?? 0),
    isRepeatExact: isRepeatable(models, conversation),
    ...layoutFor(io.stderr, io, language),
  });
  const where = runner.describe(conversation.stopReason !== null);
  io.stderr.write(`${[...lines, ...(where ? ["", `  ${where}`] : [])].join("\n")}\n`);
  // Only the usage shows which model a server chose.
  if (runner.isRemote && conversation.usage.rows.some(({ model }) => model === rehearsalName)) showNotice(io, language);
}

/** Prints and writes the conversation as the options say. Returns whether the file could be written. */
async function deliver(
  prepared: PreparedRun,
  runner: Runner,
  conversation: ConversationDocument,
  elapsedMs: number,
): Promise<boolean> {
  const { options, io, texts } = prepared;
  if (!options.json && !options.quiet) showSummary(prepared, runner, conversation, elapsedMs);
  if (options.json) io.stdout.write(`${JSON.stringify(conversation)}\n`);
  if (options.out === undefined) return true;
  try {
    await writeOutFile(options.out, conversation);
    if (!options.quiet) io.stderr.write(`  ${texts.run.written(options.out)}\n`);
    return true;
  } catch (error) {
    io.stderr.write(`rostrum: ${texts.run.writeFailed(options.out, (error as Error).message)}\n`);
    return false;
  }
}

function fail({ io, options, texts }: PreparedRun, runner: Runner, error: unknown): ExitStatus {
  const status = reportError(error, io, texts, options.verbose === true);
  const where = runner.describe(false);
  if (where) io.stderr.write(`${where}\n`);
  if (options.out !== undefined) io.stderr.write(`${texts.run.notWritten(options.out)}\n`);
  return status;
}

async function conclude(
  prepared: PreparedRun,
  runner: Runner,
  { error, state }: RunEnd,
  stopped: ReturnType<Stopping["by"]>,
  elapsedMs: number,
): Promise<ExitStatus> {
  const { io, options, scenario, texts } = prepared;
  if (stopped === "reader") return exitStatus.done;
  // What was said so far is complete, so that it is delivered as after Ctrl-C.
  const inputEnded = stopped === undefined && error instanceof InputEndedError && state !== undefined;
  if (error !== undefined && stopped === undefined && !inputEnded) return fail(prepared, runner, error);
  if (stopped === "user") io.stderr.write(`${texts.run.stopped}\n`);
  if (inputEnded) reportError(error, io, texts, options.verbose === true);
  if (!state) return stopped === "user" ? exitStatus.interrupted : fail(prepared, runner, new Error("no state"));
  const conversation = exportConversation(scenario.mode, state, scenario.title);
  const isDelivered = await deliver(prepared, runner, conversation, elapsedMs);
  if (stopped === "user") return exitStatus.interrupted;
  return isDelivered && !inputEnded ? exitStatus.done : exitStatus.failed;
}

export async function converse(prepared: PreparedRun, runner: Runner): Promise<ExitStatus> {
  const { io, options, scenario, models, texts } = prepared;
  const observers: Observer[] = [];
  const note = (text: string) => {
    for (const observer of observers) observer.makeWay?.();
    if (audience) audience.note(text);
    else io.stderr.write(`${text}\n`);
  };
  const onStopAfterTurn = () => {
    // Nobody is speaking while a person is asked, so that the run stops immediately.
    if (!audience?.turns.isWaiting) note(texts.run.stopsAfterTurn);
  };
  // Ctrl-C is handled from here on; before, it ends the process as usual.
  const stopping = listenForStops(io, options.out === undefined, runner.canStopAfterTurn ? onStopAfterTurn : undefined);
  const audience: Audience | undefined = openAudience({ scenario, options, io, texts: texts.takingPart, stopping });
  try {
    if (hasRehearsal(models)) showNotice(io, languageOf(scenario));
    const startedAt = performance.now();
    const { io: shownOn = io, hint, observers: listening = [] } = audience ?? {};
    observers.push(...observersFor(prepared, shownOn, hint), ...listening);
    const end = await runner.run({ observers, audience, stopping, note });
    const notes = await audience?.close();
    const elapsedMs = performance.now() - startedAt;
    const status = await conclude(prepared, runner, end, stopping.by(), elapsedMs);
    for (const line of notes ?? []) io.stderr.write(`${line}\n`);
    return status;
  } finally {
    await audience?.close();
    stopping.release();
  }
}

interface ShownSettings {
  readonly language: Language;
  readonly selection?: { readonly rule?: string; readonly repeat?: string };
  readonly stages?: readonly { readonly order: string }[];
  readonly bidding?: { readonly criterion?: string; readonly scale?: { readonly max?: number } };
}

/** Speeches first, so that what belongs after a speech appears after it. */
function observersFor({ scenario, models, options }: PreparedRun, io: Io, hint: string | undefined): Observer[] {
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
