import { bulkhead, handleWhen, type IPolicy, retry, TimeoutStrategy, timeout } from "cockatiel";
import { wait } from "#platform.js";
import { freshSeed, maxSeed } from "../../base/chance.js";
import type { Retry } from "../../records/retry.js";
import { isWorthRetrying } from "./call-failure.js";

/** The delay before the first retry, without jitter. Each further retry doubles it. */
const initialDelayMs = 500;
/**
 * Applies even if the provider requests a longer delay. If the call timeout is longer, the timeout is the maximum
 * instead.
 */
const maxDelayMs = 60_000;

function retryAfterMs(error: unknown): number | undefined {
  const headers = (error as { headers?: unknown } | undefined)?.headers;
  const value =
    headers instanceof Headers ? headers.get("retry-after") : (headers as Record<string, string>)?.["retry-after"];
  if (!value) return undefined;
  const delay = Number.isNaN(Number(value)) ? Date.parse(value) - Date.now() : Number(value) * 1000;
  return Number.isFinite(delay) && delay >= 0 ? delay : undefined;
}

/**
 * Returns the delay in the provider's `Retry-After` header if it is valid; otherwise, exponential backoff with up to
 * 25% jitter. Never longer than `maxDelayMs` or, if that is longer, `timeoutMs`.
 */
export function retryDelayMs(attempt: number, error: unknown, timeoutMs = defaultTimeoutMs): number {
  const delay = retryAfterMs(error) ?? initialDelayMs * 2 ** (attempt - 1) * (1 + freshSeed() / maxSeed / 4);
  return Math.min(Math.max(maxDelayMs, timeoutMs), delay);
}

export const defaultTimeoutMs = 120_000;

const maxAttempts = 4;
/**
 * The policy has no backoff, because cockatiel would continue to wait after a cancellation. `callWithRetries` waits
 * instead.
 */
const retryPolicy = retry(handleWhen(isWorthRetrying), { maxAttempts: maxAttempts - 1 });

export type CallLimiter = IPolicy;

export const limitCalls = (maxConcurrency: number): CallLimiter => bulkhead(maxConcurrency, Number.POSITIVE_INFINITY);

/** Rejects at the timeout, even if the call ignores its signal. */
export function withTimeout<Result>(
  timeoutMs = defaultTimeoutMs,
  cancelled: AbortSignal,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const policy = timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
  return policy.execute(({ signal }) => call(signal), cancelled);
}

export type FailedAttempt = Pick<Retry, "attempt" | "attempts" | "waitMs"> & { readonly error: unknown };

interface CallLimits {
  /** If it aborts, the current attempt ends, and there are no more retries. */
  readonly signal: AbortSignal;
  /** For each attempt, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  readonly limiter?: CallLimiter | undefined;
  readonly onRetry?: ((failed: FailedAttempt) => void) | undefined;
}

export function callWithRetries<Result>(
  { signal: cancelled, timeoutMs, limiter, onRetry }: CallLimits,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const within = () => withTimeout(timeoutMs, cancelled, call);
  let error: unknown;
  return retryPolicy.execute(async ({ attempt: failures }) => {
    cancelled.throwIfAborted();
    if (failures > 0) {
      const waitMs = Math.round(retryDelayMs(failures, error, timeoutMs));
      onRetry?.({ error, attempt: failures + 1, attempts: maxAttempts, waitMs });
      await wait(waitMs, undefined, { signal: cancelled });
    }
    return (limiter ? limiter.execute(within, cancelled) : within()).catch((thrown: unknown) => {
      error = thrown;
      throw thrown;
    });
  }, cancelled);
}
