/** How a model call is made to last: a time limit for each try, more tries where they can help, a limit on calls at once. */
import { setTimeout as wait } from "node:timers/promises";
import { bulkhead, handleWhen, type IPolicy, retry, TimeoutStrategy, timeout, wrap } from "cockatiel";
import { waitBefore } from "./backoff.js";
import { isWorthRetrying } from "./call-failure.js";

/** One model call's time limit where the run sets none, in milliseconds. */
export const defaultTimeoutMs = 120_000;

/** Tries after the first. */
const retries = 3;

/** Lets at most so many calls run at once; the others wait. */
export type CallLimiter = IPolicy;

export const limitCalls = (maxConcurrency: number): CallLimiter => bulkhead(maxConcurrency, Number.POSITIVE_INFINITY);

/** A try, given the number it has (from 1) and a signal that is aborted when its time is up. */
type Try<Result> = (attempt: number, signal: AbortSignal) => Promise<Result>;

/** More tries, where they can help; none once the run is cancelled. Each does its own waiting, which the library's would go on with then. */
const patient = retry(handleWhen(isWorthRetrying), { maxAttempts: retries });

const timed = (timeoutMs = defaultTimeoutMs) =>
  timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });

/** Waits no longer than the time limit, whether or not what is called heeds its signal. */
export function within<Result>(
  timeoutMs: number | undefined,
  cancelled: AbortSignal,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return timed(timeoutMs).execute(({ signal }) => call(signal), cancelled);
}

/** A try that came to nothing, and how the call goes on. */
export interface FailedTry {
  readonly error: unknown;
  /** The number of the try that comes now, of so many at most. */
  readonly attempt: number;
  readonly attempts: number;
  /** In milliseconds. */
  readonly waitMs: number;
}

interface CallLife {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** One try's time limit in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  readonly limiter?: CallLimiter | undefined;
  /** Is told before each further try. */
  readonly onRetry?: ((failed: FailedTry) => void) | undefined;
}

/** Makes a call within the limits. */
export function callWithin<Result>(
  { signal: cancelled, timeoutMs, limiter, onRetry }: CallLife,
  call: Try<Result>,
): Promise<Result> {
  const limited = limiter ? wrap(limiter, timed(timeoutMs)) : timed(timeoutMs);
  let failed: unknown;
  return patient.execute(async ({ attempt: before }) => {
    const attempt = before + 1;
    if (before > 0) {
      const waitMs = Math.round(waitBefore(before, failed));
      onRetry?.({ error: failed, attempt, attempts: retries + 1, waitMs });
      await wait(waitMs, undefined, { signal: cancelled });
    }
    try {
      return await limited.execute(({ signal }) => call(attempt, signal), cancelled);
    } catch (error) {
      failed = error;
      throw error;
    }
  }, cancelled);
}
