/**
 * The port `Conversations`, with which programs start, follow and steer conversations in this process or on a server.
 */
import type { Named } from "../../../base/is-record.js";
import type { Control } from "../../../core/state/control-record.js";
import type { PassingEvent } from "../../../core/state/events.js";
import type { Lines, WaitingPerson } from "../../../core/state/people.js";
import type { InterjectOptions, InterjectResult } from "../../../records/interjection.js";
import type { ConversationDocument } from "../../transcript/json.js";
import type { ControlOptions } from "../delivery/control.js";
import type { ForkOptions } from "../delivery/fork.js";
import type { HistoryState, NumberedEvent } from "./history.js";
import type { TurnPrompt } from "./turn-prompt.js";

export type { PassingEvent };

/**
 * `waiting`: waits for people to speak, or to approve a draft. `paused`: somebody paused it. `stopped`: cancelled, cut
 * off or not run yet. `failed`: a call failed. `resume` continues the last three.
 */
export type ConversationStatus = "running" | "waiting" | "paused" | "stopped" | "failed" | "ended";

/** Why the latest run failed. `code`: a `RostrumErrorCode`, if the error has one. */
export interface RunFailure {
  readonly code?: string;
  readonly message: string;
}

export interface StatusEvent {
  readonly type: "status";
  readonly status: ConversationStatus;
  readonly waiting: readonly WaitingPerson[];
  readonly error?: RunFailure;
}

/**
 * An event that `follow` yields. Events with a `sequence` are saved, and come once, in order. Events without one belong
 * to the current turn. A numbered `speech-end`, `task`, `scene-set` or `stopped` replaces them. So does a status, after
 * which those that are still valid come again.
 */
export type FollowedEvent =
  | NumberedEvent
  | (PassingEvent & { readonly sequence?: undefined })
  | (StatusEvent & { readonly sequence?: undefined });

export interface StartOptions {
  /** The mode's input fields. Default: the mode's example conversation. */
  readonly input?: Named;
  /**
   * The mode's context fields: `model`, `bidModel`, `temperature`, … Default: the environment's or the server's
   * settings.
   */
  readonly context?: Named;
  /** Input fields that apply wherever `input` leaves a field at its default. Default: none. */
  readonly scenario?: Named;
  /**
   * The thread's name; on a server, a UUID. If the thread's conversation has ended, another round starts. Default: a
   * new thread.
   */
  readonly thread?: string | undefined;
  /** A new thread's title. Default: its topic. */
  readonly title?: string | undefined;
  /**
   * Identifies this start. Another start with the same key returns the same conversation instead of starting it again.
   * Default: none.
   */
  readonly idempotencyKey?: string | undefined;
  /** If aborted before the conversation opens, `start` cancels the conversation and rejects. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

export interface FollowOptions {
  /** The sequence of the last event received. Default: 0, the beginning. */
  readonly after?: number;
  /** Ends the loop. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

export interface ResumeOptions {
  /** As in `start`. Default: the context of the latest run. */
  readonly context?: Named;
}

export interface CancelOptions {
  /** Lets the current turn end first. Default: false. */
  readonly afterTurn?: boolean;
}

export interface ForkRequest extends ForkOptions {
  /** The new thread's name. Default: the first free name. */
  readonly as?: string;
  /** Another mode, which takes over the messages. Default: the same mode. */
  readonly mode?: string;
  /** Context fields that differ from the original's. Default: none. */
  readonly context?: Named;
}

export interface ConversationSnapshot {
  readonly thread: string;
  readonly mode: string;
  readonly title: string | null;
  /** The context of its latest run. */
  readonly context: Named;
  /** The graph's state. Before the conversation opens, the input of its start without messages; on a server, empty. */
  readonly state: HistoryState & Named;
  /** The next steps; empty if the conversation is over or has not begun. */
  readonly next: readonly string[];
  readonly status: ConversationStatus;
  readonly waiting: readonly WaitingPerson[];
  readonly error?: RunFailure;
  /** In ISO 8601. */
  readonly updatedAt: string;
}

export interface ListedConversation extends Pick<ConversationSnapshot, "thread" | "mode" | "title" | "updatedAt"> {
  readonly topic: string;
  readonly status: ConversationStatus;
  /** Turns so far. */
  readonly turn: number;
}

export interface ListOptions {
  /** The maximum number of conversations. Default: 50. */
  readonly limit?: number;
}

/**
 * The conversations in one place: a database that this process opens, or a LangGraph server. Methods throw
 * `invalid-input` for an unknown thread and for an operation that the conversation does not allow, and `thread-in-use`
 * while another process runs it.
 */
export interface Conversations {
  /** Resolves when the conversation has opened. If it cannot open, throws the error and leaves no new thread behind. */
  start(mode: string, options?: StartOptions): Promise<{ readonly thread: string; readonly isNew: boolean }>;
  /**
   * Yields the history after `after`, the status, the events of the current turn so far, and then new events as they
   * happen, until you leave the loop. If another process runs the conversation, this reads it about once a second, so
   * events come only after they are saved.
   */
  follow(thread: string, options?: FollowOptions): AsyncGenerator<FollowedEvent, void>;
  read(thread: string): Promise<ConversationSnapshot>;
  /** Adds a listener's message. With `now`, interrupts the current turn and continues immediately. */
  interject(thread: string, text: string, options?: InterjectOptions): Promise<InterjectResult>;
  /** Steers the conversation. `step` continues a paused conversation. */
  control(thread: string, request: Control, options?: ControlOptions): Promise<InterjectResult>;
  /** Answers for people whom the conversation waits for, and continues it. */
  answer(thread: string, lines: Lines): Promise<void>;
  /** Stops the run, if there is one. `resume` continues from what was saved. */
  cancel(thread: string, options?: CancelOptions): Promise<void>;
  /** Continues a stopped, failed or forked conversation, or one that waits for a person whose time is up. */
  resume(thread: string, options?: ResumeOptions): Promise<void>;
  /**
   * Copies a conversation, as it was after a turn, to a new thread, and returns its name. `resume` continues the copy.
   */
  fork(thread: string, request: ForkRequest): Promise<string>;
  transcript(thread: string): Promise<ConversationDocument>;
  /**
   * Returns the first prompt of each model call of a turn, rebuilt from the saved states and the latest run's context.
   * Empty on a server, for the caller's own graphs, and for turns whose steps were not saved.
   */
  prompts(thread: string, turn: number): Promise<readonly TurnPrompt[]>;
  /** Newest first. */
  list(options?: ListOptions): Promise<ListedConversation[]>;
  /** Cancels the conversation's run, if any, and deletes the conversation. */
  remove(thread: string): Promise<void>;
  /** Cancels the runs of this process, ends all loops over `follow`, and closes the database. */
  close(): Promise<void>;
}
