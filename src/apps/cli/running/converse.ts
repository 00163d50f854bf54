/** Runs a prepared conversation, shows it, and prints or writes its end. */

import { rules } from "../../../core/selection/registry.js";
import { waitsForPerson } from "../../../core/state/participant.js";
import { rehearsalName } from "../../../core/usage/usage.js";
import { rehearsalNotice } from "../../../offline/rehearsal/rehearsal-model.js";
import type { Anchors } from "../../../records/bid.js";
import { languageOf } from "../../../talk/scenario/scenario.js";
import { type ConversationDocument, exportConversation } from "../../../talk/transcript/json.js";
import type { Language } from "../../../words/registry.js";
import { type Audience, openAudience } from "../audience/audience.js";
import { type ExitStatus, exitStatus, InputEndedError, type Io } from "../io.js";
import { quote } from "../options.js";
import { reasonOf, writeOutFile } from "../preparing/out-file.js";
import { hasRehearsal, namesIn, type PreparedRun, type RunModels } from "../preparing/prepare.js";
import { listenForStops, type Stopping } from "../preparing/stopping.js";
import { reportError } from "../report-error.js";
import { Display, type Observer } from "../terminal/display.js";
import { Progress, progressLines } from "../terminal/progress.js";
import { SpeechTerminal, speechLines } from "../terminal/speeches.js";
import { summaryLines } from "../terminal/summary.js";
import { coloursFor, layoutFor, safeLine, widthOf, wrapText } from "../terminal/text.js";
import { type Begin, type RunEnd, showConversation } from "./show-conversation.js";

function showNotice(io: Io, language: Language): void {
  const notice = rehearsalNotice(language);
  const wrapped = io.stderr.isTTY ? wrapText(notice, { width: widthOf(io), indent: "" }) : notice;
  io.stderr.write(`${coloursFor(io.stderr, io.env).dim(wrapped)}\n`);
}

/** Whether another process runs it. */
const goesOn = ({ place }: PreparedRun, { thread, status }: RunEnd) =>
  thread !== undefined && status === "running" && !place.run.canStop(thread);

function describeSaved(prepared: PreparedRun, end: RunEnd): string | undefined {
  const { place, texts } = prepared;
  const { thread } = end;
  if (thread === undefined || !place.isSaved) return undefined;
  const canOnlyBeRead = end.status === "ended" || goesOn(prepared, end);
  const command = place.command(`${canOnlyBeRead ? "show" : "resume"} ${quote(thread)}`);
  return texts.threads[canOnlyBeRead ? "saved" : "savedUnfinished"](thread, command);
}

function isRepeatable(models: RunModels, conversation: ConversationDocument): boolean {
  const { participants, interjections, controls, stopReason } = conversation;
  if (stopReason === null || (stopReason.kind === "budget" && stopReason.budget === "seconds")) return false;
  const hasPeople = [...interjections, ...controls].length > 0 || participants.some(waitsForPerson);
  return !hasPeople && namesIn(models).every((name) => name === rehearsalName);
}

function showSummary(
  prepared: PreparedRun,
  conversation: ConversationDocument,
  where: string | undefined,
  elapsedMs: number,
): void {
  const { io, models, repeat, place } = prepared;
  const { language } = conversation;
  const lines = summaryLines(conversation, {
    elapsedMs,
    repeat: repeat?.(conversation.seed ?? 0),
    isRepeatExact: isRepeatable(models, conversation),
    ...layoutFor(io.stderr, io, language),
  });
  io.stderr.write(`${[...lines, ...(where ? ["", `  ${where}`] : [])].join("\n")}\n`);
  // Only the usage shows which model a server chose.
  const isRehearsed = conversation.usage.rows.some(({ model }) => model === rehearsalName);
  if (place.isRemote && isRehearsed) showNotice(io, language);
}

/** Prints and writes the conversation as the options say. Returns whether the file could be written. */
async function deliver({ options, io, texts }: PreparedRun, conversation: ConversationDocument): Promise<boolean> {
  if (options.json) io.stdout.write(`${JSON.stringify(conversation)}\n`);
  const { out } = options;
  if (out === undefined) return true;
  const problem = await writeOutFile(out, conversation).catch(reasonOf);
  const file = safeLine(out);
  if (problem !== undefined) io.stderr.write(`rostrum: ${texts.run.writeFailed(file, problem)}\n`);
  else if (!options.quiet) io.stderr.write(`  ${texts.run.written(file)}\n`);
  return problem === undefined;
}

async function conclude(
  prepared: PreparedRun,
  end: RunEnd,
  stopped: ReturnType<Stopping["by"]>,
  elapsedMs: number,
): Promise<ExitStatus> {
  const { io, options, scenario, texts } = prepared;
  const { error, state } = end;
  if (stopped === "reader") return exitStatus.done;
  if (stopped === "user") io.stderr.write(`${texts.run[goesOn(prepared, end) ? "goesOn" : "stopped"]}\n`);
  const fault = stopped === "user" ? undefined : (error ?? (state ? undefined : new Error("no state")));
  const status = fault === undefined ? undefined : reportError(fault, io, texts, options.verbose);
  const where = describeSaved(prepared, end);
  // What was said before the input ended is complete, so that it is delivered as after Ctrl-C.
  if (!state || (fault !== undefined && !(fault instanceof InputEndedError))) {
    if (status === undefined) return exitStatus.interrupted;
    if (where) io.stderr.write(`${where}\n`);
    if (options.out !== undefined) io.stderr.write(`${texts.run.notWritten(safeLine(options.out))}\n`);
    return status;
  }
  const conversation = exportConversation(scenario.mode, state, scenario.title);
  if (!options.json && !options.quiet) showSummary(prepared, conversation, where, elapsedMs);
  const isDelivered = await deliver(prepared, conversation);
  if (stopped === "user") return exitStatus.interrupted;
  return isDelivered && fault === undefined ? exitStatus.done : exitStatus.failed;
}

/** `name`: the one that a new conversation is to have, if it has one. */
export async function converse(prepared: PreparedRun, begin: Begin, name?: string): Promise<ExitStatus> {
  const { io, options, scenario, models, place, texts } = prepared;
  let display: Display | undefined;
  const note = (text: string) => {
    display?.makeWay();
    if (audience?.note) audience.note(text);
    else io.stderr.write(`${text}\n`);
  };
  // Ctrl-C is handled from here on; before, it ends the process as usual.
  // Only a saved conversation can be resumed after the current turn.
  const stopping = listenForStops(io, options.out === undefined, place.isSaved);
  const audience: Audience | undefined = openAudience(prepared, stopping);
  try {
    if (hasRehearsal(models)) showNotice(io, languageOf(scenario));
    const startedAt = performance.now();
    display = new Display(observersFor(prepared, audience), io.stdout.isTTY === true);
    const session = { display, audience, stopping, texts, name, note: options.quiet ? () => {} : note };
    const end = await showConversation(place, begin, session);
    const notes = await audience?.close();
    const elapsedMs = performance.now() - startedAt;
    const status = await conclude(prepared, end, stopping.by(), elapsedMs);
    for (const line of notes ?? []) io.stderr.write(`${line}\n`);
    return status;
  } finally {
    await audience?.close();
    stopping.release();
  }
}

interface ShownSettings {
  readonly selection?: { readonly rule?: string; readonly repeat?: string };
  readonly stages?: readonly { readonly order: string }[];
  readonly bidding?: {
    readonly criterion?: string;
    readonly anchors?: Anchors;
    readonly scale?: { readonly max?: number };
  };
}

/** Speeches first, so that what belongs after a speech appears after it. */
function observersFor(prepared: PreparedRun, audience: Audience | undefined): Observer[] {
  const { scenario, models, options, texts } = prepared;
  const { io = prepared.io, hint, observer: typed } = audience ?? {};
  const { selection, bidding, stages } = scenario.input as unknown as ShownSettings;
  const { language } = texts;
  const observers: Observer[] = typed ? [typed] : [];
  if (!options.json && io.stdout.isTTY) {
    const topicIsShown = io.stderr.isTTY === true && !options.quiet;
    observers.push(new SpeechTerminal({ out: io.stdout, topicIsShown, ...layoutFor(io.stdout, io, language) }));
  } else if (!options.json) observers.push(speechLines(io.stdout));
  if (options.quiet) return observers;
  if (options.json) return [...observers, progressLines(io.stderr, texts.run)];
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
    criterion: hasBids && !bidding?.anchors?.length ? bidding?.criterion : undefined,
    ...layoutFor(io.stderr, io, language),
    hint,
    highestBid: bidding?.scale?.max ?? 10,
    hasBids: hasBids && stages === undefined,
    lastSpeakerSitsOut: selection?.repeat === "forbid",
  });
  return [...observers, progress];
}
