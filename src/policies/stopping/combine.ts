/** Conditions made of conditions. */
import type { StopReason } from "../../domain/stop-reason.js";
import type { StopCondition } from "./policy.js";

/** Stops as soon as one condition holds, and gives the first one's reason. */
export function anyOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    for (const condition of conditions) {
      const reason = condition(progress);
      if (reason) return reason;
    }
    return undefined;
  };
}

/** Stops when every condition holds at once, and gives all their reasons. Without conditions it never stops. */
export function allOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    // Every condition is asked, so that a draw does not depend on what the others say.
    const reasons = conditions.map((condition) => condition(progress));
    const holding = reasons.filter((reason): reason is StopReason => reason !== undefined);
    if (holding.length === 0 || holding.length < conditions.length) return undefined;
    return { kind: "all", turn: progress.turn, reasons: holding };
  };
}
