/**
 * Lets the tasks of a superstep fail together. LangGraph cancels a step's other tasks as soon as one fails, and their answers
 * would be asked for, and paid for, a second time; so a failure waits until all have ended. And it wraps failures that
 * come at the same time in an AggregateError that says nothing itself; so only one of them ends the step.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { BudgetExceededError } from "../usage/budget-guard.js";

/** How long a second failure waits to be cancelled by the first, in milliseconds; much less is needed. */
const cancellationWaitMs = 1000;

export class FanOut {
  private running = 0;
  private hasFailed = false;
  private readonly allEnded = Promise.withResolvers<void>();

  /** Runs one task. `signal` is aborted when the step is. */
  async run<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    this.running += 1;
    const end = () => {
      this.running -= 1;
      if (this.running === 0) this.allEnded.resolve();
    };
    try {
      const result = await task();
      end();
      return result;
    } catch (error) {
      end();
      // A task that waits for a person, or that the budget has no room for, has not failed and stops nobody.
      if (isGraphBubbleUp(error) || BudgetExceededError.isInstance(error)) throw error;
      await this.allEnded.promise;
      if (this.hasFailed && !signal.aborted)
        await wait(cancellationWaitMs, undefined, { signal, ref: false }).catch(() => {});
      this.hasFailed = true;
      throw error;
    }
  }
}
