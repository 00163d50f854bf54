/** Decides what `start` does with a thread that may already hold a conversation. */
import { sha256 } from "#platform.js";
import { isRecord } from "../../../base/is-record.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { ThreadRecord } from "../../storage/threads.js";
import type { ConversationStatus, StartOptions } from "./port.js";
import { threadForKey } from "./thread-names.js";

/**
 * `open`: opens a conversation. `add-round`: adds a round to an ended conversation. `join`: changes nothing, because an
 * earlier `start` with the same key has started the conversation. `continue`: continues the conversation, because the
 * process of that earlier call died.
 */
type StartDecision = "open" | "add-round" | "join" | "continue";

/** A call to `start` with an idempotency key. */
export interface KeyedStart {
  /** Identifies the key. If the call names no thread, the thread gets this name. */
  readonly id: string;
  /** A digest of the call's options. Repeated calls have the same digest. */
  readonly digest: string;
}

/** What an adapter knows about a thread's conversation. */
interface KnownConversation {
  readonly state: ThreadRecord["state"] | ConversationStatus;
  /** The digests of the calls to `start` with a key, by the key's id. */
  readonly starts?: Readonly<Record<string, string>> | undefined;
}

interface StartRequest {
  readonly thread: string;
  readonly key: KeyedStart | undefined;
  /** What is known about the thread's conversation; undefined if the thread holds none. */
  readonly known: KnownConversation | undefined;
}

const inOrderOfKeys = (_key: string, value: unknown) =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/**
 * Returns an id for a call's idempotency key, and a digest of the call's options.
 *
 * @param prefix - The prefix of the caller's threads, which distinguishes the caller's keys from other owners' keys.
 * Default: none.
 * @returns Undefined if `start` was called without a key.
 */
export function keyedStart(mode: string, options: StartOptions, prefix = ""): KeyedStart | undefined {
  const { idempotencyKey: key, signal: _signal, thread, ...rest } = options;
  if (key === undefined) return undefined;
  const id = `${prefix}${threadForKey(key)}`;
  const request = { ...rest, mode, ...(thread !== id && { thread }) };
  return { id, digest: sha256(JSON.stringify(request, inOrderOfKeys), "base64url") };
}

/** Throws `invalid-input` if an earlier call with the same key had different options. */
export function checkRepeated({ id, digest }: KeyedStart, starts: KnownConversation["starts"] = {}): void {
  if (starts[id] !== undefined && starts[id] !== digest) throw invalidField("idempotencyKey", "key-taken", {});
}

/**
 * Throws `invalid-input` if this key started the conversation with different options, or if the conversation has not
 * ended and was not started with this key.
 */
export function decideStart({ thread, key, known }: StartRequest): StartDecision {
  if (known === undefined) return "open";
  if (key && known.starts?.[key.id] !== undefined) {
    checkRepeated(key, known.starts);
    return known.state === "cut-off" ? "continue" : "join";
  }
  if (known.state === "ended") return "add-round";
  throw invalidField("thread", "thread-taken", { thread });
}

/** Throws `invalid-input` if the requested mode differs from the mode of the thread's conversation. */
export function checkMode(known: string, given: string): void {
  if (given !== known) throw invalidField("mode", "not-one-of", { values: [known] });
}
