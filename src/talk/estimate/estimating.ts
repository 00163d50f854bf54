import type { Named } from "../../base/is-record.js";
import type { Estimate } from "../../records/estimate.js";

/** Conversations whose cost can be estimated before they start. */
export interface Estimating {
  /**
   * See `estimateConversation`. Uses the models and the other options of these conversations.
   *
   * @param owner - Who asks; counts for the limit on estimates. Default: nobody in particular.
   * @throws `too-many-starts` if the owner has reached the limit.
   */
  estimate(
    mode: string,
    given?: { readonly input?: Named; readonly context?: Named },
    owner?: string,
  ): Promise<Estimate>;
}

/** Whether the object is {@link Estimating}. Conversations on another server, for example, are not. */
export const canEstimate = (value: object): value is Estimating => "estimate" in value;
