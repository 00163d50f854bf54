import { sha256 } from "#platform.js";
import { stableJson } from "../../../base/stable-json.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { ThreadRecord } from "../../storage/threads.js";
import type { ConversationStatus, StartOptions } from "./port.js";
import { threadForKey } from "./thread-names.js";

/**
 * `join`: changes nothing, because an earlier call with the same key has started the conversation. `continue`:
 * continues that conversation, because it was cut off.
 */
type StartDecision = "open" | "add-round" | "join" | "continue";

export interface KeyedStart {
  /** Identifies the key, and names the thread if the call does not. */
  readonly id: string;
  /** Repeated calls have the same digest. */
  readonly digest: string;
}

interface KnownConversation {
  readonly state: ThreadRecord["state"] | ConversationStatus;
  /** The digests of the calls to `start` with a key, by the key's id. */
  readonly starts?: Readonly<Record<string, string>> | undefined;
}

interface StartRequest {
  readonly thread: string;
  readonly key: KeyedStart | undefined;
  /** Undefined if the thread has no conversation. */
  readonly known: KnownConversation | undefined;
}

/**
 * @param prefix - The prefix of the caller's threads, which distinguishes the caller's keys from other owners' keys.
 */
export function keyedStart(mode: string, options: StartOptions, prefix = ""): KeyedStart | undefined {
  const { idempotencyKey: key, signal: _signal, thread, ...rest } = options;
  if (key === undefined) return undefined;
  const id = `${prefix}${threadForKey(key)}`;
  const request = { ...rest, mode, ...(thread !== id && { thread }) };
  return { id, digest: sha256(stableJson(request), "base64url") };
}

export function checkRepeated({ id, digest }: KeyedStart, starts: KnownConversation["starts"] = {}): void {
  if (starts[id] !== undefined && starts[id] !== digest) throw invalidField("idempotencyKey", "key-taken", {});
}

export function decideStart({ thread, key, known }: StartRequest): StartDecision {
  if (known === undefined) return "open";
  if (key && known.starts?.[key.id] !== undefined) {
    checkRepeated(key, known.starts);
    return known.state === "cut-off" ? "continue" : "join";
  }
  if (known.state === "ended") return "add-round";
  throw invalidField("thread", "thread-taken", { thread });
}

export function checkMode(known: string, given: string): void {
  if (given !== known) throw invalidField("mode", "not-one-of", { values: [known] });
}
