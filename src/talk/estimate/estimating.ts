import type { Named } from "../../base/is-record.js";
import type { Estimate } from "../../records/estimate.js";

/** Conversations whose cost can be estimated before they start. */
export interface Estimating {
  /** See `estimateConversation`. Uses the models and the other options of these conversations. */
  estimate(mode: string, given?: { readonly input?: Named; readonly context?: Named }): Promise<Estimate>;
}

/** Whether the object is {@link Estimating}. Conversations on a LangGraph server, for example, are not. */
export const canEstimate = (value: object): value is Estimating => "estimate" in value;
