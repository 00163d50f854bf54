/** `rostrum run`: checks everything, runs the conversation, shows it, and writes what was asked for. */
import type { Language } from "../domain/language.js";
import { rehearsalNotice } from "../models/rehearsal/rehearsal-model.js";
import { languageOf, type Scenario } from "../scenario/scenario.js";
import { type ConversationDocument, exportConversation } from "../transcript/json.js";
import { openAudience } from "./audience.js";
import { hasRehearsal, type RunEnd, rehearsalName, runConversation } from "./conversation-run.js";
import { type ExitStatus, exitStatus } from "./exit-status.js";
import type { Io } from "./io.js";
import { loadScenario } from "./load-scenario.js";
import { checkModels, modelsOf, type RunModels } from "./model-check.js";
import { observersFor } from "./observers.js";
import { overridesOf, type RunOptions } from "./options.js";
import { checkOutFile, writeOutFile } from "./out-file.js";
import { repeatCommand } from "./repeat-command.js";
import { reportError } from "./report-error.js";
import { listenForStops, type Stopping } from "./stopping.js";
import { coloursFor } from "./terminal/colours.js";
import { wrapText } from "./terminal/line-wrapper.js";
import { safeLine } from "./terminal/safe-text.js";
import { summaryLines } from "./terminal/summary.js";
import { widthOf } from "./terminal/width.js";
import type { CliTexts } from "./texts/catalog.js";
import { cliTexts } from "./texts/in-language.js";
import { UsageError } from "./usage-error.js";

/** Milliseconds between the pieces of a rehearsed speech in a terminal: about as fast as one reads. */
const readingPace = 15;
const slowestPace = 10_000;

/** A run that has been checked and may begin. */
interface Ready {
  readonly source: string;
  readonly options: RunOptions;
  readonly io: Io;
  readonly scenario: Scenario;
  readonly models: RunModels;
  readonly texts: CliTexts;
  readonly pace: number;
}

function paceOf({ pace, json }: RunOptions, io: Io, texts: CliTexts): number {
  if (pace === undefined) return io.stdout.isTTY && !json ? readingPace : 0;
  const milliseconds = pace.trim() === "" ? Number.NaN : Number(pace);
  if (!(milliseconds >= 0 && milliseconds <= slowestPace)) throw new UsageError(`--pace: ${texts.usage.pace(pace)}`);
  return milliseconds;
}

/** Throws where anything does not fit; nothing has been called or written then. */
async function makeReady(source: string, options: RunOptions, io: Io, asked: Language | undefined): Promise<Ready> {
  const scenario = await loadScenario({ name: source, overrides: overridesOf(options), language: asked }, io);
  const texts = cliTexts(languageOf(scenario));
  const pace = paceOf(options, io, texts);
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  await checkModels(scenario, options);
  return { source, options, io, scenario, models: modelsOf(scenario), texts, pace };
}

function showNotice({ io, models, scenario }: Ready): void {
  if (!hasRehearsal(models)) return;
  const notice = rehearsalNotice(languageOf(scenario));
  const wrapped = io.stderr.isTTY ? wrapText(notice, { width: widthOf(io), indent: "" }) : notice;
  io.stderr.write(`${coloursFor(io.stderr, io.env).dim(wrapped)}\n`);
}

function showSummary(
  { source, options, io, models, texts }: Ready,
  conversation: ConversationDocument,
  elapsedMs: number,
) {
  const lines = summaryLines(conversation, {
    elapsedMs,
    repeat: repeatCommand(source, options, conversation.seed ?? 0, io.env),
    isRepeatExact: models.speaking === rehearsalName,
    width: widthOf(io),
    colours: coloursFor(io.stderr, io.env),
    texts: texts.run,
  });
  io.stderr.write(`${lines.join("\n")}\n`);
}

/** Writes the file that was asked for. True where that worked. */
async function writeOut({ options, io, texts }: Ready, conversation: ConversationDocument): Promise<boolean> {
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

/** What is done with a conversation that is over, by itself or by its user. */
async function finish(ready: Ready, conversation: ConversationDocument, elapsedMs: number): Promise<boolean> {
  const { options, io } = ready;
  if (!options.json && !options.quiet) showSummary(ready, conversation, elapsedMs);
  if (options.json) io.stdout.write(`${JSON.stringify(conversation)}\n`);
  return writeOut(ready, conversation);
}

function fail({ io, options, texts }: Ready, error: unknown): ExitStatus {
  const status = reportError(error, io, texts, options.verbose === true);
  if (options.out !== undefined) io.stderr.write(`${texts.run.notWritten(options.out)}\n`);
  return status;
}

async function conclude(ready: Ready, end: RunEnd, stopping: Stopping, elapsedMs: number): Promise<ExitStatus> {
  const { io, scenario, texts } = ready;
  const stopped = stopping.by();
  if (stopped === "reader") return exitStatus.done;
  if (end.error !== undefined && stopped === undefined) return fail(ready, end.error);
  if (stopped === "user") io.stderr.write(`${texts.run.interrupted}\n`);
  if (!end.state) return stopped === "user" ? exitStatus.interrupted : fail(ready, new Error("no state"));
  const isWritten = await finish(ready, exportConversation(scenario.mode, end.state, scenario.title), elapsedMs);
  if (stopped === "user") return exitStatus.interrupted;
  return isWritten ? exitStatus.done : exitStatus.failed;
}

export async function run(
  source: string,
  options: RunOptions,
  io: Io,
  asked: Language | undefined,
): Promise<ExitStatus> {
  const ready = await makeReady(source, options, io, asked);
  const { scenario, models, pace, texts } = ready;
  // Only now: until a run begins, Ctrl-C may end the process as it always does.
  const stopping = listenForStops(io, options.out === undefined);
  const audience = openAudience({ scenario, options, io, texts: texts.takingPart, stopping });
  try {
    showNotice(ready);
    const begun = performance.now();
    const { io: shownOn = io, hint, observers = [] } = audience ?? {};
    const all = [...observersFor({ scenario, models, options, io: shownOn, hint }), ...observers];
    const end = await runConversation({ scenario, models, pace, observers: all, audience, signal: stopping.signal });
    const unheard = await audience?.close();
    const status = await conclude(ready, end, stopping, performance.now() - begun);
    for (const line of unheard ?? []) io.stderr.write(`${texts.takingPart.tooLate(safeLine(line))}\n`);
    return status;
  } finally {
    await audience?.close();
    stopping.release();
  }
}
