import { quote } from "../../../base/quote.js";
import { rules } from "../../../core/selection/registry.js";
import { waitsForPerson } from "../../../core/state/participant.js";
import { rehearsalName } from "../../../core/usage/usage.js";
import { mostTasksOf } from "../../../graph/modes/supervisor/progress.js";
import { rehearsalNotice } from "../../../offline/rehearsal/rehearsal-model.js";
import type { Anchors } from "../../../records/bid.js";
import { documentOf } from "../../../talk/conversations/port/status.js";
import { isActive } from "../../../talk/conversations/port/status-meanings.js";
import { languageOf } from "../../../talk/scenario/scenario.js";
import type { ConversationDocument } from "../../../talk/transcript/json.js";
import { publicCopy } from "../../../talk/transcript/public.js";
import type { Language } from "../../../words/registry.js";
import { reasonOf } from "../../reason-of.js";
import { type Audience, openAudience } from "../audience/audience.js";
import { type ExitStatus, exitStatus, InputEndedError, type Io } from "../io.js";
import { writeOutFile } from "../preparing/out-file.js";
import { hasRehearsal, namesIn, type PreparedRun, type RunModels } from "../preparing/prepare.js";
import { listenForStops, type Stopping } from "../preparing/stopping.js";
import { reportError } from "../report-error.js";
import { Display, type Observer } from "../terminal/display.js";
import { Progress, progressLines } from "../terminal/progress.js";
import { SpeechTerminal, speechLines } from "../terminal/speeches.js";
import { summaryLines } from "../terminal/summary.js";
import { coloursFor, layoutFor, safeLine, widthOf, wrapText } from "../terminal/text.js";
import { type RunEnd, type Start, showConversation } from "./show-conversation.js";

function showNotice(io: Io, language: Language): void {
  const notice = rehearsalNotice(language);
  const wrapped = io.stderr.isTTY ? wrapText(notice, { width: widthOf(io), indent: "" }) : notice;
  io.stderr.write(`${coloursFor(io.stderr, io.env).dim(wrapped)}\n`);
}

const runsElsewhere = ({ place }: PreparedRun, { thread, snapshot }: RunEnd) =>
  thread !== undefined && snapshot !== undefined && isActive(snapshot.status) && !place.run.canStop(thread);

function describeSaved(prepared: PreparedRun, end: RunEnd): string | undefined {
  const { place, texts } = prepared;
  const { thread } = end;
  if (thread === undefined || !place.isSaved) return undefined;
  const canOnlyBeRead = end.snapshot?.status === "ended" || runsElsewhere(prepared, end);
  const command = place.command(`${canOnlyBeRead ? "show" : "resume"} ${quote(thread)}`);
  return texts.threads[canOnlyBeRead ? "saved" : "savedUnfinished"](thread, command);
}

function describeRepeat({ texts, repeat }: PreparedRun, { snapshot }: RunEnd): string | undefined {
  const seed = snapshot?.state.seed;
  return seed === undefined || !repeat ? undefined : `${texts.run.repeat(false)}\n  ${repeat(seed)}`;
}

/** Whether running the same command again is certain to produce the same conversation. */
function isRepeatable(models: RunModels, conversation: ConversationDocument): boolean {
  const { participants, interjections, controls, stopReason } = conversation;
  if (stopReason === null || (stopReason.kind === "budget" && stopReason.budget === "seconds")) return false;
  const hasPeople = [...interjections, ...controls].length > 0 || participants.some(waitsForPerson);
  return !hasPeople && namesIn(models).every((name) => name === rehearsalName);
}

function showSummary(
  prepared: PreparedRun,
  conversation: ConversationDocument,
  savedNote: string | undefined,
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
  io.stderr.write(`${[...lines, ...(savedNote ? ["", `  ${savedNote}`] : [])].join("\n")}\n`);
  // If a server or a worker ran the conversation, only the usage shows which models spoke.
  const isRehearsed = conversation.usage.rows.some(({ model }) => model === rehearsalName);
  if (!place.runsHere && isRehearsed) showNotice(io, language);
}

async function deliver({ options, io, texts }: PreparedRun, complete: ConversationDocument): Promise<boolean> {
  const conversation = options.public ? publicCopy(complete) : complete;
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
  stoppedBy: ReturnType<Stopping["stoppedBy"]>,
  elapsedMs: number,
): Promise<ExitStatus> {
  const { io, options, scenario, texts } = prepared;
  const { snapshot } = end;
  if (stoppedBy === "reader") return exitStatus.done;
  if (stoppedBy === "user") io.stderr.write(`${texts.run[runsElsewhere(prepared, end) ? "goesOn" : "stopped"]}\n`);
  // Ignores errors after the user has stopped the run, because stopping it causes errors.
  const fault = stoppedBy === "user" ? undefined : end.error;
  const faultStatus = fault === undefined ? undefined : reportError(fault, io, texts, options.verbose);
  const savedNote = describeSaved(prepared, end);
  // If the input ended early, outputs the transcript so far, as after Ctrl-C.
  const hasMessages = snapshot?.state.messages?.length;
  const isDeliverable = hasMessages && (fault === undefined || fault instanceof InputEndedError);
  if (!isDeliverable) {
    const note = savedNote ?? (fault === undefined ? undefined : describeRepeat(prepared, end));
    if (note) io.stderr.write(`${note}\n`);
    if (options.out !== undefined) io.stderr.write(`${texts.run.notWritten(safeLine(options.out))}\n`);
    return faultStatus ?? exitStatus.interrupted;
  }
  const conversation = documentOf({ ...snapshot, mode: scenario.mode, title: scenario.title ?? null });
  if (!options.json && !options.quiet) showSummary(prepared, conversation, savedNote, elapsedMs);
  const isDelivered = await deliver(prepared, conversation);
  if (stoppedBy === "user") return exitStatus.interrupted;
  return isDelivered && fault === undefined ? exitStatus.done : exitStatus.failed;
}

export async function converse(prepared: PreparedRun, start: Start, name?: string): Promise<ExitStatus> {
  const { io, options, scenario, models, place, texts } = prepared;
  let display: Display | undefined;
  const note = (text: string) => {
    display?.clearStatus();
    if (audience?.note) audience.note(text);
    else io.stderr.write(`${text}\n`);
  };
  // After the first Ctrl-C, a saved conversation finishes its turn, so that no call has to be repeated when it is
  // resumed. Any other conversation cannot be resumed, and stops immediately.
  const stopping = listenForStops(io, options.out === undefined, place.isSaved);
  const audience: Audience | undefined = openAudience(prepared, stopping);
  try {
    if (hasRehearsal(models)) showNotice(io, languageOf(scenario));
    const startedAt = performance.now();
    display = new Display(observersFor(prepared, audience), io.stdout.isTTY === true);
    const session = { display, audience, stopping, texts, name, note: options.quiet ? () => {} : note };
    const end = await showConversation(place, start, session);
    const notes = await audience?.close();
    const elapsedMs = performance.now() - startedAt;
    const status = await conclude(prepared, end, stopping.stoppedBy(), elapsedMs);
    for (const line of notes ?? []) io.stderr.write(`${line}\n`);
    return status;
  } finally {
    await audience?.close();
    stopping.release();
  }
}

/** The mode's schema has already validated these settings. */
interface ShownSettings {
  readonly selection?: { readonly rule?: string; readonly repeat?: string };
  readonly stages?: readonly { readonly order: string }[];
  readonly maxTurns?: number;
  /** Only in the supervisor mode. */
  readonly replan?: string;
  readonly maxTasks?: number | undefined;
  readonly bidding?: {
    readonly criterion?: string;
    readonly anchors?: Anchors;
    readonly scale?: { readonly max?: number };
  };
}

function taskLimits({ replan, maxTurns = 1, maxTasks }: ShownSettings) {
  if (replan === undefined) return undefined;
  return { inPlan: maxTurns, total: replan === "never" ? undefined : mostTasksOf({ maxTurns, maxTasks }) };
}

/** Speeches come before progress, so that progress appears below a complete speech. */
function observersFor(prepared: PreparedRun, audience: Audience | undefined): Observer[] {
  const { scenario, models, options, texts } = prepared;
  const { io = prepared.io, hint, observer: typed } = audience ?? {};
  const settings = scenario.input as ShownSettings;
  const { selection, bidding, stages } = settings;
  const { language } = texts;
  const observers: Observer[] = typed ? [typed] : [];
  if (!options.json && io.stdout.isTTY) {
    const topicIsShown = io.stderr.isTTY === true && !options.quiet;
    observers.push(new SpeechTerminal({ out: io.stdout, topicIsShown, ...layoutFor(io.stdout, io, language) }));
  } else if (!options.json) observers.push(speechLines(io.stdout, texts.run));
  if (options.quiet) return observers;
  if (options.json) return [...observers, progressLines(io.stderr, texts.run)];
  // In a meeting, only stages with the order "bidding" have bids.
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
    tasks: taskLimits(settings),
    ...layoutFor(io.stderr, io, language),
    hint,
    highestBid: bidding?.scale?.max ?? 10,
    // In some stages of a meeting, only some participants bid, so the progress does not count the bids.
    hasBids: hasBids && stages === undefined,
    lastSpeakerSitsOut: selection?.repeat === "forbid",
  });
  return [...observers, progress];
}
