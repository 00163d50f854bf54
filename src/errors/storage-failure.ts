/** Turns what a checkpointer throws into `storage-failed`, so that a save that failed is told apart from a failed call. */
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { ExponentialBackoff, handleWhen, noJitterGenerator, retry } from "cockatiel";
import { isRecord } from "../base/is-record.js";
import type { StorageFault } from "../words/en/errors.js";
import { RostrumError } from "./rostrum-error.js";

/** By the codes of the file system, of SQLite (https://www.sqlite.org/rescode.html) and of PostgreSQL. */
const faults: Readonly<Record<string, StorageFault>> = {
  EISDIR: "folder",
  ENOSPC: "disk-full",
  13: "disk-full",
  53100: "disk-full",
  10: "disk-failed",
  58030: "disk-failed",
  11: "damaged",
  26: "not-sqlite",
  EACCES: "read-only",
  EPERM: "read-only",
  EROFS: "read-only",
  3: "read-only",
  8: "read-only",
  23: "read-only",
  ENOENT: "cannot-open",
  ENOTDIR: "cannot-open",
  EEXIST: "cannot-open",
  14: "cannot-open",
  5: "locked",
  6: "locked",
  ERR_INVALID_STATE: "closed",
};

/** @param otherwise - The fault of an error whose code does not tell it. */
export function storageFailed(error: unknown, place: string, otherwise: StorageFault = "failed"): RostrumError {
  if (RostrumError.isInstance(error)) return error;
  const { message, code = "", errcode } = error as Error & { code?: string; errcode?: number };
  // The lowest byte of SQLite's code is the kind of error, the others say more about it.
  const fault = faults[errcode === undefined ? code : errcode & 0xff] ?? otherwise;
  return new RostrumError("storage-failed", { place, fault, reason: message || code, cause: error });
}

/** Reads stored JSON. What no longer is any is damaged. */
export function parseStored(text: string, place: string) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw storageFailed(error, place, "damaged");
  }
}

/** Reads a stored JSON object. */
export function parseStoredRecord(text: string, place: string): Record<string, unknown> {
  const value: unknown = parseStored(text, place);
  if (isRecord(value)) return { ...value };
  throw storageFailed(new TypeError(`not an object: ${text.slice(0, 80)}`), place, "damaged");
}

const backoff = new ExponentialBackoff({ initialDelay: 100, generator: noJitterGenerator });
const unexplained = handleWhen((error) => !RostrumError.isInstance(error));

/** Reads or writes up to `attempts` times. Pauses after a failure, 100 ms at first and then twice as long each time. */
export async function attempt<Result>(act: () => Promise<Result>, place: string, attempts: number): Promise<Result> {
  try {
    return await retry(unexplained, { maxAttempts: attempts - 1, backoff }).execute(act);
  } catch (error) {
    throw storageFailed(error, place);
  }
}

const guarded: ReadonlySet<unknown> = new Set<keyof BaseCheckpointSaver>([
  "getTuple",
  "put",
  "putWrites",
  "deleteThread",
]);

/**
 * @param place - What the message calls the checkpointer.
 * @param attempts - How often to try each call; only for a checkpointer that may save the same twice.
 * @param check - Called with each checkpoint that is read. What it throws, the read throws. Default: no check.
 */
export function guardSaver<Saver extends BaseCheckpointSaver>(
  saver: Saver,
  place = saver.constructor.name,
  attempts = 1,
  check: (read: CheckpointTuple) => void = () => {},
) {
  return new Proxy(saver, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (!guarded.has(name)) return member.bind(target);
      return async (...values: unknown[]) => {
        const result = await attempt(async () => member.apply(target, values), place, attempts);
        if (name === "getTuple" && result) check(result);
        return result;
      };
    },
  });
}
