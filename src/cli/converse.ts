/** Runs a conversation that has been checked, shows it, and does with its end what was asked for. */
import type { Language } from "../language.js";
import type { CliTexts } from "../locales/command-line.js";
import { rehearsalNotice } from "../rehearsal/rehearsal-model.js";
import { languageOf, type Scenario } from "../scenario/scenario.js";
import { type ConversationDocument, exportConversation } from "../transcript/json.js";
import { type Audience, openAudience } from "./audience.js";
import { type ConversationRun, hasRehearsal, type RunEnd, rehearsalName, runConversation } from "./conversation-run.js";
import { type ExitStatus, exitStatus } from "./exit-status.js";
import { InputEndedError } from "./input-ended-error.js";
import type { Io } from "./io.js";
import type { RunModels } from "./model-check.js";
import { observersFor } from "./observers.js";
import type { RunOptions } from "./options.js";
import { writeOutFile } from "./out-file.js";
import { reportError } from "./report-error.js";
import { sayBeside } from "./say-beside.js";
import { listenForStops, type Stopping } from "./stopping.js";
import { coloursFor } from "./terminal/colours.js";
import { wrapText } from "./terminal/line-wrapper.js";
import type { Observer } from "./terminal/observer.js";
import { summaryLines } from "./terminal/summary.js";
import { widthOf } from "./terminal/width.js";
import type { KeptConversation } from "./threads/kept-conversation.js";

/** A conversation that has been checked and may begin, or go on. */
export interface Ready {
  readonly options: RunOptions;
  readonly io: Io;
  readonly scenario: Scenario;
  readonly models: RunModels;
  readonly texts: CliTexts;
  /** Between the pieces of a rehearsed speech, in milliseconds. */
  readonly pace: number;
  /** The command that has the conversation with this seed again; undefined where none does. */
  readonly repeat: ((seed: number) => string) | undefined;
  /** Where it is kept; undefined where it is not. */
  readonly kept?: KeptConversation | undefined;
  /** Who runs it in place of this process; undefined where nobody does. */
  readonly remote?: RemoteRunner | undefined;
}

/** Runs a conversation elsewhere and has it followed here. */
export interface RemoteRunner {
  run(run: Pick<ConversationRun, "observers" | "audience" | "stopping">): Promise<RunEnd>;
  /** Where the conversation is kept, and what can be done with it; undefined where nothing has begun. */
  describe(hasEnded: boolean): string | undefined;
}

function showNotice({ io, language }: { readonly io: Io; readonly language: Language }): void {
  const notice = rehearsalNotice(language);
  const wrapped = io.stderr.isTTY ? wrapText(notice, { width: widthOf(io), indent: "" }) : notice;
  io.stderr.write(`${coloursFor(io.stderr, io.env).dim(wrapped)}\n`);
}

/** Whether the same is sure to be said when it is run again. */
function isRepeatable(
  { speaking, bidding = rehearsalName, byParticipant }: RunModels,
  { participants, interjections, stopReason }: ConversationDocument,
): boolean {
  const isRehearsed = [speaking, bidding, ...byParticipant.values()].every((name) => name === rehearsalName);
  // A budget of seconds ends it elsewhere the next time.
  const isTimed = stopReason?.kind === "budget" && stopReason.budget === "seconds";
  const isUndisturbed = interjections.length === 0 && stopReason !== null && !isTimed;
  return isRehearsed && isUndisturbed && !participants.some(({ human }) => human);
}

function showSummary(
  { io, models, texts, repeat, kept, remote }: Ready,
  conversation: ConversationDocument,
  elapsedMs: number,
) {
  const { language } = conversation;
  const lines = summaryLines(conversation, {
    elapsedMs,
    repeat: repeat?.(conversation.seed ?? 0),
    isRepeatExact: isRepeatable(models, conversation),
    width: widthOf(io),
    colours: coloursFor(io.stderr, io.env),
    texts: texts.run,
  });
  const where = (kept ?? remote)?.describe(conversation.stopReason !== null);
  io.stderr.write(`${[...lines, ...(where ? ["", `  ${where}`] : [])].join("\n")}\n`);
  // Which model a server takes is seen only by what it has done.
  if (remote && conversation.usage.rows.some(({ model }) => model === rehearsalName)) showNotice({ io, language });
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

function fail({ io, options, texts, kept, remote }: Ready, error: unknown): ExitStatus {
  const status = reportError(error, io, texts, options.verbose === true);
  const where = (kept ?? remote)?.describe(false);
  if (where) io.stderr.write(`${where}\n`);
  if (options.out !== undefined) io.stderr.write(`${texts.run.notWritten(options.out)}\n`);
  return status;
}

async function conclude(ready: Ready, end: RunEnd, stopping: Stopping, elapsedMs: number): Promise<ExitStatus> {
  const { io, options, scenario, texts } = ready;
  const stopped = stopping.by();
  if (stopped === "reader") return exitStatus.done;
  const { error, state } = end;
  // Nothing went wrong with what was said so far, so that it is kept as after Ctrl-C.
  const inputEnded = stopped === undefined && error instanceof InputEndedError && state !== undefined;
  if (error !== undefined && stopped === undefined && !inputEnded) return fail(ready, error);
  if (stopped === "user") io.stderr.write(`${texts.run.interrupted}\n`);
  if (inputEnded) reportError(error, io, texts, options.verbose === true);
  if (!state) return stopped === "user" ? exitStatus.interrupted : fail(ready, new Error("no state"));
  const isWritten = await finish(ready, exportConversation(scenario.mode, state, scenario.title), elapsedMs);
  if (stopped === "user") return exitStatus.interrupted;
  return isWritten && !inputEnded ? exitStatus.done : exitStatus.failed;
}

export async function converse(ready: Ready): Promise<ExitStatus> {
  const { io, options, scenario, models, pace, texts, kept, remote } = ready;
  // Only now: until a run begins, Ctrl-C may end the process as it always does.
  const observers: Observer[] = [];
  const onEnding =
    kept &&
    (() => {
      // Where a person is waited for nothing is being spoken, and it ends at once.
      if (!audience?.isWaiting) sayBeside(texts.threads.endsAfterTurn, { io, audience, observers });
    });
  const stopping = listenForStops(io, { needsReader: options.out === undefined, onEnding });
  const audience: Audience | undefined = openAudience({ scenario, options, io, texts: texts.takingPart, stopping });
  try {
    if (hasRehearsal(models)) showNotice({ io, language: languageOf(scenario) });
    const begun = performance.now();
    const { io: shownOn = io, hint, observers: listening = [] } = audience ?? {};
    observers.push(
      ...observersFor({ scenario, models, options, io: shownOn, hint }),
      ...listening,
      ...(kept ? [kept] : []),
    );
    const run = { scenario, models, pace, observers, audience, kept, stopping };
    const end = await (remote ? remote.run(run) : runConversation(run));
    const notes = await audience?.close();
    await kept?.end(end);
    const status = await conclude(ready, end, stopping, performance.now() - begun);
    for (const note of notes ?? []) io.stderr.write(`${note}\n`);
    return status;
  } finally {
    await audience?.close();
    stopping.release();
  }
}
