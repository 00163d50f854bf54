/** The delay before a retry. */
import { randomInt } from "node:crypto";

/** The first delay in milliseconds. Every further delay is twice as long. */
const initialDelayMs = 500;
/** The longest delay in milliseconds, even if the provider asks for more. */
const maxDelayMs = 60_000;

/** The provider's `Retry-After` header in milliseconds; undefined if it sends none. */
function retryAfterMs(error: unknown): number | undefined {
  const headers = (error as { headers?: unknown } | undefined)?.headers;
  const value =
    headers instanceof Headers ? headers.get("retry-after") : (headers as Record<string, string>)?.["retry-after"];
  if (!value) return undefined;
  const delay = Number.isNaN(Number(value)) ? Date.parse(value) - Date.now() : Number(value) * 1000;
  return Number.isFinite(delay) && delay >= 0 ? delay : undefined;
}

/** Milliseconds to wait after the failed attempt number `attempt`: as the provider asks, else exponential backoff with up to 25% jitter. */
export function retryDelayMs(attempt: number, error: unknown): number {
  const delay = retryAfterMs(error) ?? initialDelayMs * 2 ** (attempt - 1) * (1 + randomInt(0, 250) / 1000);
  return Math.min(maxDelayMs, delay);
}
