import type { Lines } from "../../core/state/people.js";
import type { Conversations, FollowedEvent, FollowOptions, StartOptions } from "../../talk/conversations/port/port.js";

/** Nothing has arrived for `seconds` seconds. If nothing arrives in the next `left` seconds, the connection ends. */
export interface Quiet {
  readonly kind: "quiet";
  readonly seconds: number;
  readonly left: number;
}

/**
 * Functions that a source calls to report on its connection, in addition to yielding events. Only a source over HTTP
 * calls them.
 */
export interface ConnectionListener {
  /** Called every second once nothing has arrived for some time, and with null when something arrives again. */
  onQuiet?(quiet: Quiet | null): void;
  /** Called when a person is typing. */
  onTyping?(participant: string): void;
}

export interface EventSource {
  /**
   * Like `follow` of `Conversations`. Over HTTP, throws a `RequestError` if the server rejects the request or the
   * connection breaks.
   */
  follow(thread: string, options?: FollowOptions & ConnectionListener): AsyncIterable<FollowedEvent>;
}

export type StartRequest = Omit<StartOptions, "scenario" | "signal">;

/**
 * What `useConversation` needs from the place where conversations run. The objects that `openConversations` and
 * `connectConversations` return provide all of it.
 */
export interface ConversationSource
  extends EventSource,
    Pick<Conversations, "interject" | "control" | "resume" | "cancel"> {
  start(mode: string, request?: StartRequest): Promise<{ readonly thread: string; readonly isNew: boolean }>;
  answer(thread: string, lines: Lines): Promise<void>;
}
