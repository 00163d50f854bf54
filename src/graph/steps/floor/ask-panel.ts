import { isRecord } from "../../../base/is-record.js";
import type { PanelRequest } from "../../../core/model-request.js";
import { type BidReading, readObject, readStructuredBid } from "../../../core/text/read-answer.js";
import { isFailedAlone } from "../../models/call-failure.js";
import type { CallContext } from "../../models/model-call.js";
import { answerSchema, objectSchema } from "../../models/structured-output.js";
import type { Conversation } from "../../state/conversation-state.js";
import { callFor } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { type BidAnswer, bidProperties } from "./ask-for-bid.js";

export type PanelAnswers = ReadonlyMap<string, BidAnswer>;

/**
 * Requests all bids in one call. If only this call fails, or its answer is too long, returns no answers, so that the
 * auction asks each bidder separately.
 */
export async function askPanel(
  request: PanelRequest,
  state: Conversation,
  context: CallContext,
  step: StepContext,
): Promise<PanelAnswers> {
  const entry = objectSchema({
    participant: { type: "integer", description: "The participant's number." },
    ...bidProperties(request),
  });
  const schema = answerSchema({ bids: { type: "array", items: entry } });
  try {
    const answer = await step.services.caller.structured(callFor(step, state, request), schema, context);
    return answer.isTooLong ? new Map() : readPanel(answer.text, request);
  } catch (error) {
    // If the key was rejected or the account has no credit, every further call would fail as well.
    if (context.signal.aborted || !isFailedAlone(error)) throw error;
    step.usage.warnings.push({ purpose: "bid-panel", participant: "", reason: error.message });
    return new Map();
  }
}

/** Ignores entries for unknown participants. Several different bids for one participant count as unreadable. */
function readPanel(answer: string, { candidates, cast, scale }: PanelRequest): PanelAnswers {
  const { bids } = readObject(answer);
  const entries: unknown[] = Array.isArray(bids) ? bids : [];
  return new Map(
    candidates.map(({ name }) => {
      const number = 1 + cast.findIndex((each) => each.name === name);
      const own = entries.filter((entry) => isEntryOf(entry, name, number));
      const text = own.map((entry) => JSON.stringify(entry)).join("\n");
      return [name, { text, reading: onlyBid(own.map((entry) => readStructuredBid(entry, scale))) }];
    }),
  );
}

/** Some models answer with the name instead of the number. */
function isEntryOf(entry: unknown, name: string, number: number): boolean {
  const participant = isRecord(entry) ? entry["participant"] : undefined;
  return participant === number || participant === String(number) || participant === name;
}

function onlyBid(readings: readonly BidReading[]): BidReading {
  const [first, ...others] = readings;
  if (!first) return { ok: false, problem: "no-bid" };
  const isSame = (other: BidReading) => first.ok && other.ok && other.value === first.value;
  return others.every(isSame) ? first : { ok: false, problem: "several-bids" };
}
