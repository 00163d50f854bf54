import type { StructuredToolInterface } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { ModelRequest } from "../../core/model-request.js";
import type { TaskUsage } from "../../core/usage/task-usage.js";
import { type SentCall, UsageMeter } from "../../core/usage/usage-meter.js";
import type { Purpose } from "../../records/request.js";
import { isExact, isFree, type ResolvedModel } from "./resolved-model.js";

/** The number of tokens to reserve for each word that the word limit allows. */
const tokensPerWord = 2;

/** The purposes whose answers are a tag, a choice or a small object, whatever the word limit. */
const briefPurposes: ReadonlySet<Purpose> = new Set([
  "bid",
  "bid-panel",
  "choose-speaker",
  "select",
  "judge-round",
  "judge-agreement",
]);

/** In tokens. */
const briefReserve = 50;

export const reserveFor = ({ purpose, wordLimit }: ModelRequest): number =>
  briefPurposes.has(purpose) ? Math.min(briefReserve, tokensPerWord * wordLimit) : tokensPerWord * wordLimit;

interface ChargedCall extends Pick<SentCall, "payer" | "prompt" | "attach"> {
  readonly resolved: ResolvedModel;
  readonly request: ModelRequest;
}

/** Returns the tools' definitions in a form that is about as long as the form that providers receive. */
export const definitionsOf = (tools: readonly StructuredToolInterface[] = []): object =>
  tools.map((tool) => convertToOpenAITool(tool));

/**
 * Charges a call that is about to be sent. If there is a budget, also saves the charge.
 *
 * @throws if the budget does not allow the call, the model needs a price but has none, the charge cannot be saved, or
 * `signal` has aborted.
 */
export async function chargeCall(
  { payer, prompt, attach, resolved, request }: ChargedCall,
  usage: TaskUsage,
  signal: AbortSignal,
): Promise<UsageMeter> {
  usage.guard?.admit(resolved.label, isFree(resolved));
  const reserve = reserveFor(request);
  const meter = new UsageMeter(usage, { payer, prompt, attach, reserve, isExact: isExact(resolved) });
  try {
    await meter.saveSent();
    signal.throwIfAborted();
    return meter;
  } catch (error) {
    // The call will not be sent, so it must not be charged.
    meter.withdraw();
    throw error;
  }
}
