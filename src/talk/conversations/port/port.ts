/** The port `Conversations`: how programs start, follow and steer conversations, wherever these run. */
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
 * `waiting`: for people to speak, or to approve a draft. `paused`: somebody paused it. `stopped`: cancelled, cut off or not run yet. `failed`: a call
 * failed. `resume` continues the last three.
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
 * What `follow` yields. Events with a `sequence` are saved, and come once, in order. Others belong to the current turn: a numbered
 * `speech-end`, `task`, `scene-set` or `stopped` supersedes them, and so does a status; those that still hold are sent again after the
 * status.
 */
export type FollowedEvent =
  | NumberedEvent
  | (PassingEvent & { readonly sequence?: undefined })
  | (StatusEvent & { readonly sequence?: undefined });

export interface StartOptions {
  /** The mode's input fields. Default: the mode's example conversation. */
  readonly input?: Named;
  /** The mode's context fields: `model`, `bidModel`, `temperature`, … Default: the environment's or the server's settings. */
  readonly context?: Named;
  /** Input fields that apply wherever `input` leaves a field at its default. Default: none. */
  readonly scenario?: Named;
  /** The thread's name; on a server a UUID. In a thread whose conversation has ended, another round starts. Default: a new thread. */
  readonly thread?: string | undefined;
  /** A new thread's title. Default: its topic. */
  readonly title?: string | undefined;
  /** Identifies this start: another start with the same key returns the same conversation instead of starting it again. Default: none. */
  readonly idempotencyKey?: string | undefined;
  /** Aborted before the conversation opens, it is cancelled, and `start` rejects. Default: none. */
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
  /** The new thread's name. Default: one that is free. */
  readonly as?: string;
  /** Another mode, which takes over what was said. Default: the same. */
  readonly mode?: string;
  readonly context?: Named;
}

export interface ConversationSnapshot {
  readonly thread: string;
  readonly mode: string;
  readonly title: string | null;
  /** The context of its latest run. */
  readonly context: Named;
  /** The graph's state; before the conversation opens, the input of its start without messages, or nothing on a server. */
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
 * Conversations in one place: a database of this machine, or a LangGraph server. Methods throw `invalid-input` for an unknown thread and
 * for an operation that the conversation does not allow, and `thread-in-use` while another process runs it.
 */
export interface Conversations {
  /** Resolves when the conversation has opened. If it cannot open, throws the error and leaves no new thread behind. */
  start(mode: string, options?: StartOptions): Promise<{ readonly thread: string; readonly isNew: boolean }>;
  /**
   * Yields the history after `after`, the status, the events of the turn under way so far, and then new events as they happen, until you
   * leave the loop. A conversation that another process runs is read about once a second: its events come when they are saved.
   */
  follow(thread: string, options?: FollowOptions): AsyncGenerator<FollowedEvent, void>;
  read(thread: string): Promise<ConversationSnapshot>;
  /** Adds a listener's message. With `now`, interrupts the turn under way and continues at once. */
  interject(thread: string, text: string, options?: InterjectOptions): Promise<InterjectResult>;
  /** Steers the conversation. A step continues one that is paused. */
  control(thread: string, request: Control, options?: ControlOptions): Promise<InterjectResult>;
  /** Continues a conversation that waits for people. */
  answer(thread: string, lines: Lines): Promise<void>;
  /** Stops the run, if there is one. `resume` continues from what was saved. */
  cancel(thread: string, options?: CancelOptions): Promise<void>;
  /** Continues a conversation that was stopped, failed or forked, or that waits for a person whose time is up. */
  resume(thread: string, options?: ResumeOptions): Promise<void>;
  /** Copies a conversation, as it was after a turn, to a new thread; `resume` continues it. Resolves to its name. */
  fork(thread: string, request: ForkRequest): Promise<string>;
  transcript(thread: string): Promise<ConversationDocument>;
  /**
   * The first prompt of each model call of a turn, rebuilt from the saved states and the latest run's context. Empty on a server, for graphs of
   * the caller's own, and for turns whose steps were not saved.
   */
  prompts(thread: string, turn: number): Promise<readonly TurnPrompt[]>;
  /** Newest first. */
  list(options?: ListOptions): Promise<ListedConversation[]>;
  /** Cancels the conversation's run, if any, and deletes the conversation. */
  remove(thread: string): Promise<void>;
  /** Cancels the runs of this process, ends all loops over `follow`, and closes the database. */
  close(): Promise<void>;
}
