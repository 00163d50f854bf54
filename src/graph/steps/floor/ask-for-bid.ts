import type { BidRequest } from "../../../core/model-request.js";
import { type BidReading, parseBid, readObject, readStructuredBid } from "../../../core/text/read-answer.js";
import type { BidAttempt } from "../../../records/bid.js";
import { askAgain } from "../../models/compose.js";
import type { CallContext } from "../../models/model-call.js";
import { answerSchema } from "../../models/structured-output.js";
import type { Conversation } from "../../state/conversation-state.js";
import { callFor, promptsFor } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";

export interface BidAnswer {
  readonly text: string;
  readonly reading: BidReading;
}

/** The reason comes first, so that the model thinks before it bids. */
export const bidProperties = ({ scale: { min, max }, reason }: Pick<BidRequest, "scale" | "reason">) => ({
  ...(reason ? { reason: { type: "string", description: "Why, in one sentence." } } : {}),
  bid: { type: ["integer", "null"], description: `A whole number from ${min} to ${max}, or null to pass.` },
});

const tooLong = { ok: false, problem: "too-long" } as const;

/** `attempts`: the bidder's earlier, unreadable answers to this request, which the prompt quotes. */
export async function askForBid(
  request: BidRequest,
  attempts: readonly BidAttempt[],
  state: Conversation,
  context: CallContext,
  step: StepContext,
): Promise<BidAnswer> {
  const { bidAgain } = promptsFor(step, state);
  const question = callFor(step, state, request);
  const call = askAgain(question, attempts, ({ problem }) => bidAgain(request, problem ?? "no-bid"));
  if (request.answer === "tag") {
    const { text, isTooLong } = await step.services.caller.text(call, context);
    return { text, reading: isTooLong ? tooLong : parseBid(text, request.scale) };
  }
  const schema = answerSchema(bidProperties(request));
  const { text, isTooLong } = await step.services.caller.structured(call, schema, context);
  return { text, reading: isTooLong ? tooLong : readStructuredBid(readObject(text), request.scale) };
}
