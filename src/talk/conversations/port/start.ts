/** Decides what `start` does with a thread that may already hold a conversation. */
import { invalidField } from "../../../errors/rostrum-error.js";
import type { ThreadRecord } from "../../storage/threads.js";
import type { ConversationStatus } from "./port.js";

/**
 * `open`: opens a conversation. `add-round`: adds a round to an ended conversation. `join`: changes nothing, because an
 * earlier call of `start` with the same key has started the conversation. `continue`: continues the conversation,
 * because the process of that earlier call died.
 */
type StartDecision = "open" | "add-round" | "join" | "continue";

interface StartRequest {
  readonly thread: string;
  /** Whether `start` was called with an idempotency key. */
  readonly isKeyed: boolean;
  /** The state of the thread's conversation; undefined if there is none. */
  readonly state: ThreadRecord["state"] | ConversationStatus | undefined;
}

/** Throws `invalid-input` if the thread's conversation has not ended and `start` was called without a key. */
export function decideStart({ thread, isKeyed, state }: StartRequest): StartDecision {
  if (state === undefined) return "open";
  if (state === "ended") return "add-round";
  if (!isKeyed) throw invalidField("thread", "thread-taken", { thread });
  return state === "cut-off" ? "continue" : "join";
}

/** Throws `invalid-input` if the requested mode is not that of the thread's conversation. */
export function checkMode(known: string, given: string): void {
  if (given !== known) throw invalidField("mode", "not-one-of", { values: [known] });
}
