/** Runs a prepared conversation, shows it, and prints or writes its end. */
import type { Language } from "../../language.js";
import { rehearsalNotice } from "../../rehearsal/rehearsal-model.js";
import { languageOf } from "../../scenario/scenario.js";
import { type ConversationDocument, exportConversation } from "../../transcript/json.js";
import { type Audience, openAudience } from "../audience/audience.js";
import { type ExitStatus, exitStatus, type Io } from "../io.js";
import { writeOutFile } from "../out-file.js";
import { reportError } from "../report-error.js";
import { coloursFor, layoutFor, widthOf } from "../terminal/display.js";
import { wrapText } from "../terminal/line-wrapper.js";
import type { Observer } from "../terminal/observer.js";
import { summaryLines } from "../terminal/summary.js";
import { InputEndedError } from "../usage-error.js";
import { hasRehearsal, namesIn, type RunModels, rehearsalName } from "./models.js";
import { observersFor } from "./observers.js";
import type { PreparedRun } from "./prepare.js";
import type { RunEnd, Runner } from "./runner.js";
import { listenForStops, type Stopping } from "./stopping.js";

function showNotice({ io, language }: { readonly io: Io; readonly language: Language }): void {
  const notice = rehearsalNotice(language);
  const wrapped = io.stderr.isTTY ? wrapText(notice, { width: widthOf(io), indent: "" }) : notice;
  io.stderr.write(`${coloursFor(io.stderr, io.env).dim(wrapped)}\n`);
}

/** Whether running it again is sure to give the same conversation. */
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
  if (runner.isRemote && conversation.usage.rows.some(({ model }) => model === rehearsalName))
    showNotice({ io, language });
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
  { stopped, elapsedMs }: { readonly stopped: ReturnType<Stopping["by"]>; readonly elapsedMs: number },
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
    if (!audience?.isWaiting) note(texts.run.stopsAfterTurn);
  };
  // Ctrl-C is handled from here on; before, it ends the process as usual.
  const stopping = listenForStops(io, {
    needsReader: options.out === undefined,
    onStopAfterTurn: runner.canStopAfterTurn ? onStopAfterTurn : undefined,
  });
  const audience: Audience | undefined = openAudience({ scenario, options, io, texts: texts.takingPart, stopping });
  try {
    if (hasRehearsal(models)) showNotice({ io, language: languageOf(scenario) });
    const startedAt = performance.now();
    const { io: shownOn = io, hint, observers: listening = [] } = audience ?? {};
    observers.push(...observersFor({ scenario, models, options, io: shownOn, hint }), ...listening);
    const end = await runner.run({ observers, audience, stopping, note });
    const notes = await audience?.close();
    const elapsedMs = performance.now() - startedAt;
    const status = await conclude(prepared, runner, end, { stopped: stopping.by(), elapsedMs });
    for (const line of notes ?? []) io.stderr.write(`${line}\n`);
    return status;
  } finally {
    await audience?.close();
    stopping.release();
  }
}
