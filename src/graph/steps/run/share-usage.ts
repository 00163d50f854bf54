import type { BaseMessage } from "@langchain/core/messages";
import { placeOf } from "../../../core/text/message.js";
import type { Prices } from "../../../core/usage/budget.js";
import { messageUsageOf } from "../../../core/usage/message-usage.js";
import { addUsage, usageBeyond } from "../../../core/usage/usage.js";
import type { UsageRow } from "../../../records/usage.js";
import type { Conversation } from "../../state/conversation-state.js";

/**
 * Stores the usage of a step's message with the message, and returns the usage that no later message will include. The
 * usage of steps without a message, such as bids, becomes part of the next message's usage.
 *
 * @param own - The usage of the step's calls.
 * @param opens - Whether the step opens a run. If it does, its message excludes the usage of earlier steps.
 */
export function shareUsage(
  { messages = [], prices }: { readonly messages?: readonly BaseMessage[]; readonly prices?: Prices },
  { usage, messageUsage, turn, prices: pricesBefore }: Conversation,
  own: readonly UsageRow[],
  opens: boolean,
): { readonly messageUsage?: UsageRow[] } {
  const message = messages.findLast((each) => placeOf(each)?.kind !== "interjection");
  const place = message && placeOf(message);
  if (!place && !opens) return {};
  const isFirst = !place || place.turn <= turn + 1;
  const all = addUsage(isFirst ? usageBeyond(usage, messageUsage ?? []) : [], own);
  const share = opens || messageUsage === null ? own : all;
  // Changes `additional_kwargs` in place, because LangChain keeps a second reference to it.
  if (message && share.length > 0)
    Object.assign(message.additional_kwargs, {
      rostrum: { ...place, usage: messageUsageOf(share, prices ?? pricesBefore) },
    });
  return { messageUsage: all };
}
