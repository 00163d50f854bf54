import { InOrder } from "../../base/in-order.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { Estimate } from "../../records/estimate.js";
import type { estimateConversation } from "./estimate.js";

type Arguments = Parameters<typeof estimateConversation>;

const maxUnfinished = 20;
const secondsToWait = 5;

/**
 * Makes estimates one after another, because they take a lot of CPU time. Refuses further estimates while too many are
 * unfinished.
 */
export class EstimateQueue {
  private readonly inOrder = new InOrder();
  private unfinished = 0;

  estimate([mode, given, options]: Arguments, signal?: AbortSignal): Promise<Estimate> {
    // Loads the simulation on first use, because most programs never estimate.
    return this.perform(async () => (await import("./estimate.js")).estimateConversation(mode, given, options), signal);
  }

  /**
   * @param signal - If this aborts before the estimate's turn comes, the estimate is skipped.
   * @throws `too-many-starts` if too many estimates are unfinished; an `AbortError` if the estimate was skipped.
   */
  async perform<Result>(estimate: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.unfinished >= maxUnfinished)
      throw new RostrumError("too-many-starts", { most: maxUnfinished, seconds: secondsToWait, isQueueFull: true });
    this.unfinished += 1;
    try {
      return await this.inOrder.perform("", async () => {
        if (signal?.aborted) throw new DOMException("nobody is waiting for this estimate", "AbortError");
        return estimate();
      });
    } finally {
      this.unfinished -= 1;
    }
  }
}
