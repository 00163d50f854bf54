/** A panel: one call that bids for a whole cast, each participant in character. */
import { isFailedCall, isRefused } from "../models/call-failure.js";
import type { CallContext } from "../models/model-call.js";
import type { BidRequest, PanelRequest } from "../models/request.js";
import { answerSchema, objectSchema } from "../models/structured-output.js";
import type { Conversation } from "../state/conversation-state.js";
import { type BidReading, readObject, readStructuredBid } from "../text/read-answer.js";
import { callFor } from "./services.js";
import type { StepContext } from "./step.js";

/** A bid as it was answered, and as it was read. */
export interface BidAnswer {
  readonly text: string;
  readonly reading: BidReading;
}

/** The fields of a structured bid. The reason comes first, so that the model thinks before it bids. */
export const bidProperties = ({ scale: { min, max }, reason }: Pick<BidRequest, "scale" | "reason">) => ({
  ...(reason ? { reason: { type: "string", description: "Why, in one sentence." } } : {}),
  bid: { type: ["integer", "null"], description: `A whole number from ${min} to ${max}, or null to pass.` },
});

/** The bids in a panel's answer by name. An entry for nobody is ignored; several different ones for one participant are no bid. */
function readPanel(answer: string, { candidates, cast, scale }: Omit<PanelRequest, "purpose">) {
  const { bids } = readObject(answer);
  const entries: unknown[] = Array.isArray(bids) ? bids : [];
  const found = candidates.map(({ name }): [string, BidAnswer] => {
    const number = 1 + cast.findIndex((each) => each.name === name);
    const isOwn = (entry: unknown) =>
      [number, String(number), name].includes((entry as { participant?: never })?.participant as never);
    const own = entries.filter(isOwn);
    const readings = own.map((entry) => readStructuredBid(entry, scale));
    const [first] = readings;
    const isOne = readings.every((reading) => reading.ok && first?.ok && reading.value === first.value);
    const several: BidReading = { ok: false, problem: "several-bids" };
    const reading = readings.length > 1 && !isOne ? several : (first ?? { ok: false, problem: "no-bid" });
    return [name, { text: own.map((entry) => JSON.stringify(entry)).join("\n"), reading }];
  });
  return new Map(found);
}

/** Asks the panel. If its call fails, returns no bids and records a warning, so that everybody is asked alone. */
export async function askPanel(
  state: Conversation,
  request: PanelRequest,
  context: CallContext,
  step: StepContext,
): Promise<ReadonlyMap<string, BidAnswer>> {
  const entry = objectSchema({
    participant: { type: "integer", description: "The participant's number." },
    ...bidProperties(request),
  });
  const schema = answerSchema({ bids: { type: "array", items: entry } });
  try {
    return readPanel(await step.services.caller.structured(callFor(step, state, request), schema, context), request);
  } catch (error) {
    // A rejected key would fail every further call.
    if (!isFailedCall(error) || isRefused(error) || context.signal.aborted) throw error;
    step.usage.warnings.push({ purpose: "bid-panel", participant: "", reason: error.message });
    return new Map();
  }
}
