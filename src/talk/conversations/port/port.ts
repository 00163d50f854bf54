/**
 * The `Conversations` port: the interface through which programs start, follow and steer conversations, in this
 * process, in workers or on a server.
 */
import type { Named } from "../../../base/is-record.js";
import type { Control } from "../../../core/state/control-record.js";
import type { PassingEvent } from "../../../core/state/events.js";
import type { Lines, WaitingPerson } from "../../../core/state/people.js";
import type { InterjectOptions, InterjectResult } from "../../../records/interjection.js";
import type { RunFailure, ThreadOrigin } from "../../storage/threads.js";
import type { ConversationDocument } from "../../transcript/json.js";
import type { ControlOptions } from "../delivery/control.js";
import type { ForkOptions } from "../delivery/fork.js";
import type { HistoryState, NumberedEvent } from "./history.js";
import type { TurnPrompt } from "./turn-prompt.js";

export type { PassingEvent, RunFailure };

/**
 * The status of a conversation. `queued`: the conversation runs as soon as the limits of its process allow it, or a
 * worker is free. `waiting`: people must speak or approve a draft. `paused`: the conversation has been paused.
 * `stopped`: the conversation was cancelled, its process died, or it has not run yet. `failed`: the latest run failed.
 * `resume` continues a paused, stopped or failed conversation.
 */
export type ConversationStatus = "queued" | "running" | "waiting" | "paused" | "stopped" | "failed" | "ended";

export interface StatusEvent {
  readonly type: "status";
  readonly status: ConversationStatus;
  readonly waiting: readonly WaitingPerson[];
  readonly error?: RunFailure;
  /**
   * Whether the conversation stopped because the process that was running it died. Unknown on a server. Default: false.
   */
  readonly isCutOff?: true;
}

/**
 * An event that `follow` yields. Events with a `sequence` are saved, and each is yielded once, in order. Events without
 * a `sequence`, except statuses, belong to the current turn. Discard them after a `speech-end`, `task`, `scene-set` or
 * `stopped` event with a `sequence`, and after a status. After a status, `follow` repeats those that are still valid.
 */
export type FollowedEvent =
  | NumberedEvent
  | (PassingEvent & { readonly sequence?: undefined })
  | (StatusEvent & { readonly sequence?: undefined });

export interface StartOptions {
  /** The mode's input fields. Default: the mode's example conversation. */
  readonly input?: Named;
  /**
   * The mode's context fields, such as `model`, `bidModel` and `temperature`. Default: the settings of the environment
   * or the server.
   */
  readonly context?: Named;
  /**
   * Values for the input fields that `input` omits. On a server, they also replace fields that `input` sets to their
   * default. Default: none.
   */
  readonly scenario?: Named;
  /**
   * The thread's name; on a server, a UUID. If the thread contains an ended conversation, `start` adds another round to
   * it. Default: a new thread.
   */
  readonly thread?: string | undefined;
  /** A new thread's title. Default: none, so that lists show the topic. */
  readonly title?: string | undefined;
  /**
   * Identifies this call. Another `start` with the same key and options returns the same conversation instead of
   * starting a new one. Default: no key.
   */
  readonly idempotencyKey?: string | undefined;
  /** If the signal aborts before `start` resolves, `start` cancels the conversation and rejects. Default: no signal. */
  readonly signal?: AbortSignal | undefined;
}

export interface FollowOptions {
  /** The sequence of the last event received. Default: 0, which yields all events. */
  readonly after?: number;
  /** Ends the loop when aborted. Default: no signal. */
  readonly signal?: AbortSignal | undefined;
}

export interface ResumeOptions {
  /** Context fields to change. Default: no changes. */
  readonly context?: Named;
}

export interface AnswerOptions {
  /**
   * The participants for whom the sender answers. Questions to other participants are ignored. Default: all
   * participants.
   */
  readonly as?: readonly string[];
}

export interface CancelOptions {
  /** Whether to let the current turn end first. Default: false. */
  readonly afterTurn?: boolean;
}

export interface ForkRequest extends ForkOptions {
  /**
   * The new thread's name. Default: the original's name with the first free number, such as `talk-2`; on a server, a
   * new UUID.
   */
  readonly as?: string;
  /**
   * The copy's mode. The messages stay the same in any mode. On a server, only the original's mode is allowed. Default:
   * the original's mode.
   */
  readonly mode?: string;
  /** Context fields to change in the copy. Default: no changes. */
  readonly context?: Named;
}

export interface ConversationSnapshot extends Omit<StatusEvent, "type"> {
  readonly thread: string;
  readonly mode: string;
  readonly title: string | null;
  /** The context of the latest run. */
  readonly context: Named;
  /**
   * The graph's state. Before the first state is saved, this is an empty object on a server; elsewhere, it is the input
   * of `start` with an empty list of `messages`.
   */
  readonly state: HistoryState & Named;
  /** The next steps; empty if the conversation has ended or has not started. */
  readonly next: readonly string[];
  /** The time of the last update, in ISO 8601. */
  readonly updatedAt: string;
}

export interface ListedConversation extends Pick<ConversationSnapshot, "thread" | "mode" | "title" | "updatedAt"> {
  readonly topic: string;
  /** The conversation from which this one was forked; null if it is not a fork. The original may have been removed. */
  readonly origin: ThreadOrigin | null;
  readonly status: ConversationStatus;
  /** The number of turns so far. */
  readonly turn: number;
}

export interface ListOptions {
  /** The maximum number of conversations. Default: 50. */
  readonly limit?: number | undefined;
  /** The `next` of the previous page. Default: the list starts with the most recently updated conversation. */
  readonly after?: string | undefined;
  /**
   * Words to search for. Each must occur in the title, the topic or the thread's name; case is ignored. Generated names
   * are not searched. Default: no words.
   */
  readonly search?: string | undefined;
  /** Lists only conversations with this status. Default: any status. */
  readonly status?: ConversationStatus | undefined;
}

export interface ListedPage {
  readonly conversations: readonly ListedConversation[];
  /** Pass this as `after` to list the next page with the same options. Null on the last page. */
  readonly next: string | null;
}

/**
 * The conversations in a database that this process opens, or on a LangGraph server. Methods throw `invalid-input` for
 * an unknown thread, and for an operation that the conversation does not allow. In a database without a queue,
 * `cancel`, `resume`, `rename` and `remove` throw `thread-in-use` while another process is running the conversation.
 */
export interface Conversations {
  /**
   * Starts a conversation. Resolves when the conversation has opened, or as soon as it is queued. If it cannot open,
   * rejects and leaves no new thread behind.
   */
  start(mode: string, options?: StartOptions): Promise<{ readonly thread: string; readonly isNew: boolean }>;
  /**
   * Yields the history after `after`, the status, the current turn's events so far, and then new events as they happen,
   * until you leave the loop. If another process is running the conversation, its state is read about once a second, so
   * events are yielded only after they have been saved. With a queue, they are yielded as they happen, unless the
   * database does not pass on notifications.
   */
  follow(thread: string, options?: FollowOptions): AsyncGenerator<FollowedEvent, void>;
  read(thread: string): Promise<ConversationSnapshot>;
  /** Adds a listener's message. With `now`, interrupts the current turn and continues immediately. */
  interject(thread: string, text: string, options?: InterjectOptions): Promise<InterjectResult>;
  /** Steers the conversation. `step` continues a paused conversation. */
  control(thread: string, request: Control, options?: ControlOptions): Promise<InterjectResult>;
  /** Delivers the answers of the people for whom the conversation is waiting, and continues the conversation. */
  answer(thread: string, lines: Lines, options?: AnswerOptions): Promise<void>;
  /**
   * Stops the run, if there is one. `resume` continues from the saved state. Resolves when the run has stopped; with
   * `afterTurn` and a queue, as soon as the worker has received the request.
   */
  cancel(thread: string, options?: CancelOptions): Promise<void>;
  /**
   * Continues a conversation that is paused, stopped, failed or forked, or that is waiting for a person whose deadline
   * has passed.
   */
  resume(thread: string, options?: ResumeOptions): Promise<void>;
  /**
   * Copies the conversation's state after a given turn to a new thread, and returns the new thread's name. `resume`
   * continues the copy.
   */
  fork(thread: string, request: ForkRequest): Promise<string>;
  transcript(thread: string): Promise<ConversationDocument>;
  /**
   * Returns the first prompt of each model call in a turn, rebuilt from the saved states and the latest run's context.
   * The list is empty on a server, for the caller's own graphs, and for turns whose steps were not saved.
   */
  prompts(thread: string, turn: number): Promise<readonly TurnPrompt[]>;
  /**
   * Lists conversations in pages, most recently updated first. If a conversation is updated while you read the pages,
   * it moves to the first page; each of the other conversations is still listed once.
   */
  list(options?: ListOptions): Promise<ListedPage>;
  /** Changes the conversation's title. `null` removes the title, so that lists show only the topic. */
  rename(thread: string, title: string | null): Promise<void>;
  /** Cancels the conversation's run, if any, and deletes the conversation. */
  remove(thread: string): Promise<void>;
  /** Ends all `follow` loops. For a database, also cancels the runs of this process, and closes the database. */
  close(): Promise<void>;
}

/**
 * The conversations of several users in one database. All methods except `as` have access to all conversations, with or
 * without an owner. The names of an owner's threads start with the owner's name, as in `ada:talk`.
 */
export interface SharedConversations extends Conversations {
  /**
   * Returns a view of a single owner's conversations. Different owners can use the same names and idempotency keys.
   * `close` ends only this view's `follow` loops.
   *
   * @throws `invalid-input` if the owner's name is empty, is longer than 200 UTF-16 code units, or contains a lone
   * surrogate.
   */
  as(owner: string): Conversations;
}
