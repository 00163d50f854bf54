/**
 * The parts of Node.js that code for both Node.js and browsers uses. `browser.ts` has the same exports for browsers;
 * `imports` in package.json chooses between the two.
 */
import { createHash } from "node:crypto";

export { AsyncLocalStorage } from "node:async_hooks";
export { setMaxListeners } from "node:events";
export { setImmediate as nextTask, setTimeout as wait } from "node:timers/promises";
export { inspect } from "node:util";
export { createWatcher } from "./node-responses.js";

export const sha256 = (text: string, encoding: "hex" | "base64" | "base64url" = "hex"): string =>
  createHash("sha256").update(text).digest(encoding);

/** Copies the slice, because in V8, a slice can share the whole text's memory and keep it alive. */
export const ownCopy = (slice: string): string => Buffer.from(slice, "utf16le").toString("utf16le");

export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

/** The line is not part of the program's output, so it goes to standard error. */
export const printNotice = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

export async function loadOpenTelemetry() {
  try {
    return await import("@opentelemetry/api");
  } catch {
    return undefined;
  }
}
