import type { MessageUsage } from "../../records/message.js";
import type { UsageRow } from "../../records/usage.js";
import { type Prices, spentOn } from "./budget.js";
import { noTokens, rehearsalName } from "./usage.js";

/** Rounds off floating-point errors in the last digits of a sum. */
const rounded = (money: number) => Number(money.toFixed(12));

export function messageUsageOf(rows: readonly UsageRow[], prices: Prices): MessageUsage {
  const sum = { calls: 0, ...noTokens };
  let [uncounted, isEstimated] = [0, false];
  for (const { calls, inputTokens, outputTokens, model, estimated, ...row } of rows) {
    sum.calls += calls;
    sum.inputTokens += inputTokens + (estimated?.inputTokens ?? 0);
    sum.outputTokens += outputTokens + (estimated?.outputTokens ?? 0);
    if (!estimated) uncounted += row.uncounted;
    isEstimated ||= estimated !== undefined || model === rehearsalName;
  }
  return {
    ...sum,
    ...(isEstimated && { estimated: true }),
    ...(uncounted > 0 && { uncounted }),
    ...(Object.keys(prices).length > 0 && { money: rounded(spentOn(rows, prices).money) }),
  };
}

export function usageBesides(total: MessageUsage, parts: readonly MessageUsage[]): MessageUsage {
  const { money, ...rest } = { ...total };
  for (const { calls, inputTokens, outputTokens, uncounted = 0 } of parts) {
    rest.calls -= calls;
    rest.inputTokens -= inputTokens;
    rest.outputTokens -= outputTokens;
    if (rest.uncounted !== undefined) rest.uncounted -= uncounted;
  }
  // A part without a cost in money is older than the prices, so it is unknown what the rest cost.
  if (money === undefined || parts.some((part) => part.money === undefined)) return rest;
  return { ...rest, money: parts.reduce((left, part) => rounded(left - (part.money ?? 0)), money) };
}
