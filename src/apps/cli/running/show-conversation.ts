import { setImmediate } from "node:timers/promises";
import type { RostrumEvent } from "../../../core/state/events.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { historyOf } from "../../../talk/conversations/port/history.js";
import type {
  ConversationSnapshot,
  ConversationStatus,
  Conversations,
  StatusEvent,
} from "../../../talk/conversations/port/port.js";
import { withoutRepeats } from "../../../talk/conversations/port/repeats.js";
import { isActive } from "../../../talk/conversations/port/status-meanings.js";
import type { CliTexts } from "../../../words/command-line.js";
import type { Audience } from "../audience/audience.js";
import type { Place } from "../preparing/place.js";
import type { Stopping } from "../preparing/stopping.js";
import type { Display } from "../terminal/display.js";

export interface Session {
  readonly display: Display;
  readonly audience: Audience | undefined;
  readonly stopping: Stopping;
  readonly texts: CliTexts;
  /** The name for a new conversation; undefined if no name was given, or if the conversation already exists. */
  readonly name?: string | undefined;
  note(text: string): void;
}

interface Started {
  readonly thread: string;
  /** The state from which the conversation continues: only the scene and later events are shown. Default: all are. */
  readonly from?: ConversationSnapshot["state"];
  /** Whether another round starts, whose events include the scene. Default: false. */
  readonly isAnotherRound?: boolean;
  readonly isNew?: boolean;
  readonly isShared?: boolean;
}

/** `signal`: aborted when the command must stop immediately. */
export type Start = (signal: AbortSignal) => Promise<Started>;

export interface RunEnd {
  readonly thread: string | undefined;
  /** The conversation after the run; undefined if none was created or if it cannot be read. */
  readonly snapshot: ConversationSnapshot | undefined;
  /** The error that ended the run or, after a normal end, the error in reading the conversation; undefined if none. */
  readonly error?: unknown;
}

/** Returns the scene, for observers that have not seen the start; undefined if the conversation has no scene yet. */
function sceneOf({ scenes = [], ...current }: ConversationSnapshot["state"]): RostrumEvent | undefined {
  const scene = scenes.at(-1);
  if (!scene) return undefined;
  const { topic, leader } = scene;
  const { participants = scene.participants, seed = scene.seed, maxTurns = scene.maxTurns } = current;
  return { type: "scene-set", topic, participants, leader, seed, maxTurns };
}

/** Starts a conversation and shows it until its run ends or the user leaves. Returns errors, and never throws them. */
export async function showConversation(place: Place, start: Start, session: Session): Promise<RunEnd> {
  const { display, audience, texts, name, note } = session;
  const { conversations } = place;
  let thread: string | undefined;
  let error: unknown;
  try {
    const started = await start(session.stopping.signal);
    thread = started.thread;
    audience?.connect?.({
      interject: (text, options) => conversations.interject(started.thread, text, options),
      control: (request, options) => conversations.control(started.thread, request, options),
    });
    const isUnnamed = place.isSaved && started.isNew && started.thread !== name;
    if (place.isRemote || isUnnamed) note(texts.remote.thread(started.thread));
    const scene = started.from && !started.isAnotherRound && sceneOf(started.from);
    if (scene) display.see(scene);
    await new Viewer(place, started, session).run();
  } catch (thrown) {
    error = thrown;
    // The conversation may exist even though it did not start: if the disk is full, both starting and deleting can
    // fail.
    if (thread === undefined && name !== undefined)
      thread = (await conversations.read(name).catch(() => undefined))?.thread;
  }
  display.breakOff();
  if (thread === undefined) return { thread, snapshot: undefined, error };
  try {
    return { thread, snapshot: await conversations.read(thread), error };
  } catch (thrown) {
    return { thread, snapshot: undefined, error: error ?? thrown };
  }
}

function isTooLate(error: unknown): boolean {
  if (!RostrumError.isInstance(error)) return false;
  return error.code === "thread-in-use" || error.details.problems?.some(({ field }) => field === "lines") === true;
}

/** How long a conversation can wait for a worker before the user is notified, in milliseconds. */
const queueNoticeMs = 3000;

class Viewer {
  private readonly conversations: Conversations;
  private readonly leaving = new AbortController();
  /** Aborts the current question; undefined while nobody is being asked. */
  private asking: AbortController | undefined;
  private status: ConversationStatus | undefined;
  /** Whether an answer is being sent. An answer starts a run, which may ask a question before `answer` resolves. */
  private isAnswering = false;
  private problem: unknown;
  private queueNotice: NodeJS.Timeout | undefined;

  constructor(
    private readonly place: Place,
    private readonly started: Started,
    private readonly session: Session,
  ) {
    this.conversations = place.conversations;
  }

  async run(): Promise<void> {
    const { thread, from = {} } = this.started;
    const { display, stopping } = this.session;
    const stops = [stopping.afterTurn, stopping.signal];
    for (const signal of stops) signal.addEventListener("abort", this.stop);
    const after = historyOf(from).at(-1)?.sequence ?? 0;
    // Keeps this process alive, because nothing else does if another process is running the conversation.
    const keepAlive = setInterval(() => {}, 2 ** 30);
    if (stopping.afterTurn.aborted) this.stop();
    try {
      const events = this.conversations.follow(thread, { after, signal: this.leaving.signal });
      for await (const event of withoutRepeats(events))
        if (event.type === "status") this.take(event);
        else display.see(event);
      if (this.problem !== undefined) throw this.problem;
    } finally {
      clearInterval(keepAlive);
      clearTimeout(this.queueNotice);
      this.asking?.abort();
      for (const signal of stops) signal.removeEventListener("abort", this.stop);
    }
  }

  private take(event: StatusEvent): void {
    const { display, audience, stopping } = this.session;
    const { status } = event;
    // After a second "running" status, what was shown of an unfinished speech may be obsolete.
    if (status === "running" && this.status === "running") display.breakOff();
    this.status = status;
    clearTimeout(this.queueNotice);
    if (status === "queued") this.queueNotice = setTimeout(this.explainQueue, queueNoticeMs);
    this.asking?.abort();
    this.asking = undefined;
    if (isActive(status)) return;
    const waits = status === "waiting" || status === "paused";
    if (waits && audience && !stopping.afterTurn.aborted) this.startAsking(event, audience);
    else if (status === "failed") this.leave(this.place.run.failure ?? this.failed(event.error?.message));
    else this.leave(status === "stopped" && !stopping.stoppedBy() ? this.failed() : undefined);
  }

  private readonly explainQueue = (): void => {
    const { place } = this;
    if (place.hasQueue) this.session.note(this.session.texts.worker.awaited(place.workerCommand));
  };

  private startAsking(event: StatusEvent, audience: Audience): void {
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.ask(event, audience, signal).catch((error) => {
      if (signal.aborted) return;
      if (isTooLate(error)) this.session.note(this.session.texts.takingPart.answeredElsewhere);
      else this.leave(error);
    });
  }

  private async ask(
    { status, waiting: [person] }: StatusEvent,
    { turns }: Audience,
    signal: AbortSignal,
  ): Promise<void> {
    const { thread } = this.started;
    // Waits for the events that arrive right after the status and explain why the person has the floor.
    await setImmediate();
    if (signal.aborted) return;
    this.session.display.clearStatus();
    if (status === "paused") {
      const how = await turns.endPause(signal);
      // A single step does not need a resume call here, because its control has already continued the run.
      if (how === "resume") await this.conversations.resume(thread);
      else if (how === "leave") this.leave();
    } else if (person) {
      // Sends each answer immediately, because the next person may never answer. If others still have to answer, a new
      // status event says so.
      const answers = await turns.answer(person, signal);
      if (signal.aborted) return;
      this.asking = undefined;
      this.isAnswering = true;
      try {
        await this.conversations.answer(thread, answers);
        turns.unsent = [];
      } finally {
        this.isAnswering = false;
        if (this.session.stopping.afterTurn.aborted) this.stop();
      }
    }
  }

  private readonly stop = (): void => {
    const { stopping, texts, note } = this.session;
    // Does nothing while an answer is being sent, because `ask` stops the run that the answer starts.
    if (this.isAnswering) return;
    const hasOnlyLostReader = this.started.isShared && stopping.stoppedBy() === "reader";
    if (this.asking || hasOnlyLostReader || !this.place.run.canStop(this.started.thread)) {
      this.leave();
      return;
    }
    const afterTurn = !stopping.signal.aborted;
    if (afterTurn && this.status !== "queued") note(texts.run.stopsAfterTurn);
    // If cancelling fails, stops following the run, which may continue.
    this.conversations.cancel(this.started.thread, { afterTurn }).catch((error) => this.leave(error));
  };

  private leave(problem?: unknown): void {
    this.problem ??= problem;
    this.leaving.abort();
  }

  /**
   * `reported`: the failure that a server or another process reported. Without it, the error says that somebody else
   * stopped the run.
   */
  private failed(reported?: string): RostrumError {
    const { server, hasQueue } = this.place;
    const reason = reported && hasQueue ? this.session.texts.worker.runFailed(reported) : reported;
    const details = { thread: this.started.thread, ...(server && { server }), ...(reason && { reason }) };
    return new RostrumError("run-failed", { fault: reason === undefined ? "stopped-elsewhere" : "failed", ...details });
  }
}
