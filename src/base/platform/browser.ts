/** The same exports as `node.ts`, for browsers. */
import type { createWatcher as createNodeWatcher } from "./node-responses.js";
import { sha256Of } from "./sha256.js";

/** A context that ends at the callback's first `await`, because browsers cannot carry it across asynchronous calls. */
export class AsyncLocalStorage<Store> {
  private store: Store | undefined;

  getStore(): Store | undefined {
    return this.store;
  }

  /** Has no effect, because the store would otherwise apply to everything that the page does afterwards. */
  enterWith(_store: Store): void {}

  run<Result>(store: Store, callback: () => Result): Result {
    const outer = this.store;
    this.store = store;
    try {
      return callback();
    } finally {
      this.store = outer;
    }
  }
}

/** Has no effect, because browsers have no limit to raise. */
export const setMaxListeners = (_limit: number, _signal: AbortSignal): void => {};

export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** `ref` has no effect, because a timer does not keep a page open. */
export function wait<Value = void>(
  ms: number,
  value?: Value,
  { signal }: { readonly signal?: AbortSignal | undefined; readonly ref?: boolean } = {},
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve(value as Value);
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

export function inspect(value: unknown, _options?: object): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

export function sha256(text: string, encoding: "hex" | "base64" | "base64url" = "hex"): string {
  const digits = sha256Of(new TextEncoder().encode(text));
  if (encoding === "hex") return digits;
  const bytes = digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  const base64 = btoa(bytes);
  return encoding === "base64" ? base64 : base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export const ownCopy = (slice: string): string => JSON.parse(JSON.stringify(slice));

export const environment = (): Readonly<Record<string, string | undefined>> => ({});

export const printNotice = (line: string): void => console.info(line);

export const loadOpenTelemetry = async (): Promise<undefined> => undefined;

/** Watches nothing, because browsers publish no events about responses. */
export const createWatcher: typeof createNodeWatcher = () => (call) => ({
  result: call(),
  contentType: () => undefined,
});
