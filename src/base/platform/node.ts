/**
 * What the library uses from Node.js. `browser.ts` has the same exports for browsers; `imports` in package.json chooses
 * between the two.
 */
import { createHash } from "node:crypto";

export { AsyncLocalStorage } from "node:async_hooks";
export { setMaxListeners } from "node:events";
export { setImmediate as nextTask, setTimeout as wait } from "node:timers/promises";
export { inspect } from "node:util";
export { createWatcher } from "./node-responses.js";

/** Returns the SHA-256 hash of a text in UTF-8. */
export const sha256 = (text: string, encoding: "hex" | "base64" | "base64url" = "hex"): string =>
  createHash("sha256").update(text).digest(encoding);

/** Copies a slice in memory. Otherwise, a slice in V8 would share the whole text's memory and keep it alive. */
export const ownCopy = (slice: string): string => Buffer.from(slice, "utf16le").toString("utf16le");

/** Calls `act` at regular intervals, without keeping the process alive. */
export const startInterval = (act: () => void, ms: number): NodeJS.Timeout => setInterval(act, ms).unref();

/** Returns the environment variables. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

/** Writes a line to standard error, because the line is not part of the program's output. */
export const printNotice = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Loads OpenTelemetry's API. Returns undefined if it is not installed. */
export async function loadOpenTelemetry() {
  try {
    return await import("@opentelemetry/api");
  } catch {
    return undefined;
  }
}
