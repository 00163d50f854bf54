/**
 * Lets only the first failure of a fan-out through. LangGraph cancels a step's other tasks when one fails, but wraps
 * failures that come at the same time, as all do when an endpoint is down, in an AggregateError that says nothing itself.
 */
import { once } from "node:events";

const failedSteps = new WeakSet<AbortSignal>();

/** How long a later failure waits to be cancelled, in milliseconds; much less is needed. */
const patienceMs = 1000;

/** Runs one task of a fan-out. `step` is the signal that all its tasks share. */
export async function firstFailureOnly<Result>(step: AbortSignal, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (failedSteps.has(step) && !step.aborted)
      await once(step, "abort", { signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
    failedSteps.add(step);
    throw error;
  }
}
