/** Converts storage errors to `storage-failed`, so that callers can distinguish them from failed model calls. */
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { ExponentialBackoff, handleWhen, noJitterGenerator, retry } from "cockatiel";
import { isRecord } from "../base/is-record.js";
import type { StorageFault } from "../words/en/errors.js";
import { RostrumError } from "./rostrum-error.js";

/** Faults by the error codes of Node.js, SQLite (https://www.sqlite.org/rescode.html) and PostgreSQL. */
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

/**
 * Converts an error to `storage-failed`, and returns a `RostrumError` unchanged.
 *
 * @param otherwise - The fault to use if the error's code does not identify one.
 */
export function storageFailed(error: unknown, place: string, otherwise: StorageFault = "failed"): RostrumError {
  if (RostrumError.isInstance(error)) return error;
  const { message, code: given, errcode } = error as Error & { code?: string | number; errcode?: number };
  // A browser's errors have numeric codes of their own, some of which mean something else in SQLite.
  const code = typeof given === "string" ? given : "";
  // The lowest byte of SQLite's code is the kind of error; the other bytes give details.
  const fault = faults[errcode === undefined ? code : errcode & 0xff] ?? otherwise;
  return new RostrumError("storage-failed", { place, fault, reason: message || code, cause: error });
}

export const isContentMissing = (error: unknown): boolean =>
  RostrumError.isInstance(error) && error.code === "storage-failed" && error.details.fault === "content-missing";

/** @throws `storage-failed` with the fault `damaged` if the text is not JSON. */
export function parseStored(text: string, place: string) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw storageFailed(error, place, "damaged");
  }
}

/** @throws `storage-failed` with the fault `damaged` if the text is not a JSON object. */
export function parseStoredRecord(text: string, place: string): Record<string, unknown> {
  const value: unknown = parseStored(text, place);
  if (isRecord(value)) return { ...value };
  throw storageFailed(new TypeError(`not an object: ${text.slice(0, 80)}`), place, "damaged");
}

const backoff = new ExponentialBackoff({ initialDelay: 100, generator: noJitterGenerator });
const unexplained = handleWhen((error) => !RostrumError.isInstance(error));

/**
 * Calls `act` at most `attempts` times, with growing pauses. Does not repeat a call that failed with a `RostrumError`.
 *
 * @throws `storage-failed` after the last failure; a `RostrumError` unchanged.
 */
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
 * Wraps a checkpointer, so that failures of the `guarded` methods become `storage-failed`.
 *
 * @param place - The checkpointer's name in messages.
 * @param attempts - The maximum number of attempts for each call. Use more than 1 only if saving the same data twice is
 * harmless.
 * @param check - Called with each checkpoint that `getTuple` reads. If `check` throws, so does `getTuple`.
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
