/**
 * Delays the failure of a task until all tasks of the superstep have ended. LangGraph cancels the other tasks as soon as one fails,
 * and a resumed run would pay for their answers again. Only one failure ends the step, because LangGraph wraps simultaneous ones
 * in an AggregateError without a message.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { BudgetExceededError } from "../usage/budget-guard.js";

/** How long a second failure waits for the cancellation by the first, in milliseconds. Usually far less is needed. */
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
      // Waiting for a person and exceeding the budget are not failures, so the other tasks go on.
      if (isGraphBubbleUp(error) || BudgetExceededError.isInstance(error)) throw error;
      await this.allEnded.promise;
      if (this.hasFailed && !signal.aborted)
        await wait(cancellationWaitMs, undefined, { signal, ref: false }).catch(() => {});
      this.hasFailed = true;
      throw error;
    }
  }
}
