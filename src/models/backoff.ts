/** How long to wait before a call is made again. */
import { randomInt } from "node:crypto";

/** The first wait, in milliseconds; each further one is twice as long. */
const initialDelayMs = 500;
/** The longest wait, whoever asks for it. */
const maxDelayMs = 60_000;

/** What the provider asks for in `Retry-After`, in milliseconds; undefined where it does not say. */
function retryAfterMs(error: unknown): number | undefined {
  const headers = (error as { headers?: unknown } | undefined)?.headers;
  const value =
    headers instanceof Headers ? headers.get("retry-after") : (headers as Record<string, string>)?.["retry-after"];
  if (!value) return undefined;
  const wait = Number.isNaN(Number(value)) ? Date.parse(value) - Date.now() : Number(value) * 1000;
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}

/** Milliseconds before the try after the `attempt`-th: what the provider asks for, else longer every time, a little uneven. */
export function waitBefore(attempt: number, error: unknown): number {
  const wait = retryAfterMs(error) ?? initialDelayMs * 2 ** (attempt - 1) * (1 + randomInt(0, 250) / 1000);
  return Math.min(maxDelayMs, wait);
}
