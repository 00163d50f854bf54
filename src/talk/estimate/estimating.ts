import type { Named } from "../../base/is-record.js";
import type { Estimate } from "../../records/estimate.js";

export interface EstimateRequest {
  /** The owner whose limit on estimates applies. Default: no owner. */
  readonly owner?: string | undefined;
  /** Skips the estimate if the signal is aborted while the estimate is waiting for other estimates. */
  readonly signal?: AbortSignal | undefined;
}

export interface Estimating {
  /**
   * See `estimateConversation`. Uses the models and the other options with which this object runs conversations.
   *
   * @throws `too-many-starts` if the owner has reached the limit, or too many estimates are waiting.
   */
  estimate(
    mode: string,
    given?: { readonly input?: Named; readonly context?: Named },
    asked?: EstimateRequest,
  ): Promise<Estimate>;
}

/** Whether the object has a method `estimate`. Conversations on a LangGraph server, for example, do not. */
export const canEstimate = (value: object): value is Estimating => "estimate" in value;
