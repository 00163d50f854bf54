/**
 * Lets the tasks of a fan-out fail together. LangGraph cancels a step's other tasks as soon as one fails, and their answers
 * would be asked for, and paid for, a second time; so a failure waits until all have ended. And it wraps failures that
 * come at the same time in an AggregateError that says nothing itself; so only one of them ends the step.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { BudgetExceededError } from "../usage/budget-guard.js";

interface Step {
  running: number;
  /** Tasks that came to something. */
  succeeded: number;
  readonly failures: unknown[];
  /** Ends the waiting of the tasks that failed. */
  settle: (() => void) | undefined;
  settled: Promise<void> | undefined;
  hasFailed: boolean;
}

const steps = new WeakMap<AbortSignal, Step>();

/** How long a second failure waits to be cancelled by the first, in milliseconds; much less is needed. */
const patienceMs = 1000;

function stepOf(signal: AbortSignal): Step {
  const known = steps.get(signal);
  if (known) return known;
  const step: Step = {
    running: 0,
    succeeded: 0,
    failures: [],
    settle: undefined,
    settled: undefined,
    hasFailed: false,
  };
  steps.set(signal, step);
  return step;
}

/** Waits until no task of the step is at work any more. */
function othersEnded(step: Step): Promise<void> {
  step.settled ??= new Promise((resolve) => {
    step.settle = resolve;
  });
  return step.settled;
}

/** How a fan-out goes on without the tasks that failed. */
export interface Tolerance<Result> {
  /** What stands for a task that failed where others came to something; undefined where the failure ends the step. */
  readonly instead: (error: unknown) => Result | undefined;
  /** The error that the step ends in where all failed. */
  readonly allFailed: (errors: readonly unknown[]) => unknown;
}

/** Runs one task of a fan-out. `signal` is the one that all its tasks share. One failure ends the step, if it is not tolerated. */
export async function settleTogether<Result>(
  signal: AbortSignal,
  task: () => Promise<Result>,
  tolerance?: Tolerance<Result>,
): Promise<Result> {
  const step = stepOf(signal);
  step.running += 1;
  const end = () => {
    step.running -= 1;
    if (step.running === 0) step.settle?.();
  };
  try {
    const result = await task();
    step.succeeded += 1;
    end();
    return result;
  } catch (error) {
    // Who waits for a person, or has nothing left to pay a call with, has not failed, and stops nobody.
    if (isGraphBubbleUp(error) || BudgetExceededError.isInstance(error)) {
      // It is no reason for an error that all the others failed: the run comes to its end.
      if (BudgetExceededError.isInstance(error)) step.succeeded += 1;
      end();
      throw error;
    }
    step.failures.push(error);
    const settled = othersEnded(step);
    end();
    await settled;
    const instead = step.succeeded > 0 && !signal.aborted ? tolerance?.instead(error) : undefined;
    if (instead !== undefined) return instead;
    if (step.hasFailed && !signal.aborted) await wait(patienceMs, undefined, { signal, ref: false }).catch(() => {});
    step.hasFailed = true;
    throw tolerance && step.succeeded === 0 && !signal.aborted ? tolerance.allFailed(step.failures) : error;
  }
}
