/** Shows a conversation while it runs, wherever it runs, and has people take part in it. */
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
import type { ExportableState } from "../../../talk/transcript/json.js";
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
  /** The name that a new conversation is to have; undefined where it has none, or exists. */
  readonly name?: string | undefined;
  /** Shows a sentence beside the conversation, never in the middle of a line. */
  note(text: string): void;
}

/** A conversation that runs, or waits for somebody. */
interface Begun {
  readonly thread: string;
  /** The state that it continues from. Default: none; then it is shown from its beginning. */
  readonly from?: ConversationSnapshot["state"];
  /** Whether somebody else runs it. Default: false. */
  readonly isShared?: boolean;
}

/** Starts the conversation, or continues it. `signal`: aborted where it need not begin any more. */
export type Begin = (signal: AbortSignal) => Promise<Begun>;

export interface RunEnd {
  /** Undefined where it could not begin. */
  readonly thread: string | undefined;
  /** The state that the conversation ended in, or had when it stopped. */
  readonly state: ExportableState | undefined;
  /** Undefined where it is not known. */
  readonly status: ConversationStatus | undefined;
  /** Why it stopped; undefined where it ended. */
  readonly error?: unknown;
}

/** The first event of a conversation, for observers that join a resumed one. */
function sceneOf(state: ConversationSnapshot["state"]): RostrumEvent {
  const { topic, participants, director, supervisor, seed = 0, maxTurns } = state as unknown as ExportableState;
  return { type: "scene-set", topic, participants, leader: director ?? supervisor ?? null, seed, maxTurns };
}

/** Never rejects because of the conversation: see {@link RunEnd.error}. */
export async function showConversation(place: Place, begin: Begin, session: Session): Promise<RunEnd> {
  const { display, audience, texts, name, note } = session;
  const { conversations } = place;
  let thread: string | undefined;
  let error: unknown;
  try {
    const begun = await begin(session.stopping.signal);
    thread = begun.thread;
    audience?.connect?.({
      interject: (text, options) => conversations.interject(begun.thread, text, options),
      control: (request, options) => conversations.control(begun.thread, request, options),
    });
    if (place.isRemote) note(texts.remote.thread(begun.thread));
    // A fork into another mode has yet to set its scene.
    if (begun.from?.scenes?.length) display.see(sceneOf(begun.from));
    await new Show(place, begun, session).run();
  } catch (thrown) {
    error = thrown;
    // A full disk may keep it from opening, and from being deleted.
    if (thread === undefined && name !== undefined)
      thread = (await conversations.read(name).catch(() => undefined))?.thread;
  }
  display.breakOff();
  const nothing = { thread, state: undefined, status: undefined };
  if (thread === undefined) return { ...nothing, error };
  try {
    const { state, status } = await conversations.read(thread);
    return { thread, state: state as unknown as ExportableState, status, error };
  } catch (thrown) {
    return { ...nothing, error: error ?? thrown };
  }
}

/** Whether somebody else has answered first. How the conversation goes on is then still to come. */
function isTooLate(error: unknown): boolean {
  if (!RostrumError.isInstance(error)) return false;
  return error.code === "thread-in-use" || error.details.problems?.some(({ field }) => field === "lines") === true;
}

class Show {
  private readonly conversations: Conversations;
  private readonly leaving = new AbortController();
  /** Aborted when nobody is waited for any longer; undefined where nobody is. */
  private asking: AbortController | undefined;
  private status: ConversationStatus | undefined;
  /** Whether answers are on their way, which start a run. */
  private isAnswering = false;
  private problem: unknown;

  constructor(
    private readonly place: Place,
    private readonly begun: Begun,
    private readonly session: Session,
  ) {
    this.conversations = place.conversations;
  }

  /** Resolves when the conversation has ended, or goes on without whoever watches it. Throws why it stopped. */
  async run(): Promise<void> {
    const { thread, from = {} } = this.begun;
    const { display, stopping } = this.session;
    const stops = [stopping.afterTurn, stopping.signal];
    for (const signal of stops) signal.addEventListener("abort", this.stop);
    const after = historyOf(from).at(-1)?.sequence ?? 0;
    // While another process runs it, nothing else may keep this one from exiting.
    const alive = setInterval(() => {}, 2 ** 30);
    if (stopping.afterTurn.aborted) this.stop();
    try {
      const events = this.conversations.follow(thread, { after, signal: this.leaving.signal });
      for await (const event of withoutRepeats(events))
        if (event.type === "status") this.take(event);
        else display.see(event);
      if (this.problem !== undefined) throw this.problem;
    } finally {
      clearInterval(alive);
      this.asking?.abort();
      for (const signal of stops) signal.removeEventListener("abort", this.stop);
    }
  }

  private take(event: StatusEvent): void {
    const { display, audience, stopping } = this.session;
    const { status } = event;
    // A message that interrupts the turn has voided it.
    if (status === "running" && this.status === "running") display.breakOff();
    this.status = status;
    this.asking?.abort();
    this.asking = undefined;
    if (status === "running") return;
    const waits = status === "waiting" || status === "paused";
    if (waits && audience && !stopping.afterTurn.aborted) this.startAsking(event, audience);
    else if (status === "failed") this.leave(this.place.run.failure ?? this.failed(event.error?.message));
    else this.leave(status === "stopped" && !stopping.by() ? this.failed() : undefined);
  }

  private startAsking(event: StatusEvent, audience: Audience): void {
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.ask(event, audience, signal).catch((error) => {
      if (signal.aborted) return;
      if (isTooLate(error)) this.session.note(this.session.texts.takingPart.answeredElsewhere);
      else this.leave(error);
    });
  }

  private async ask({ status, waiting }: StatusEvent, { turns }: Audience, signal: AbortSignal): Promise<void> {
    const { thread } = this.begun;
    // First comes what follows the status: how the person got the floor.
    await setImmediate();
    if (signal.aborted) return;
    this.session.display.makeWay();
    if (status === "paused") {
      const how = await turns.endPause(signal);
      // A step continues it by itself.
      if (how === "resume") await this.conversations.resume(thread);
      else if (how === "leave") this.leave();
    } else {
      const answers = await turns.answer(waiting, signal);
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
    const onlyReaderIsGone = this.begun.isShared && stopping.by() === "reader";
    if (this.isAnswering) return;
    if (this.asking || onlyReaderIsGone || !this.place.run.canStop(this.begun.thread)) {
      this.leave();
      return;
    }
    const afterTurn = !stopping.signal.aborted;
    if (afterTurn) note(texts.run.stopsAfterTurn);
    // It goes on if the server does not hear of it.
    this.conversations.cancel(this.begun.thread, { afterTurn }).catch((error) => this.leave(error));
  };

  private leave(problem?: unknown): void {
    this.problem ??= problem;
    this.leaving.abort();
  }

  /** `reason`: what a server or another process says. Default: somebody else has stopped it. */
  private failed(reason?: string): RostrumError {
    const { server } = this.place;
    const details = { thread: this.begun.thread, ...(server && { server }), ...(reason && { reason }) };
    return new RostrumError("run-failed", { fault: reason === undefined ? "stopped-elsewhere" : "failed", ...details });
  }
}
