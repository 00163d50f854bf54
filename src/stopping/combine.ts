/** Conditions made of conditions. */
import { inspect } from "node:util";
import { RostrumError } from "../errors.js";
import type { Progress, StopCondition } from "./condition.js";
import type { StopReason } from "./stop-reason.js";

function shown(reason: unknown): string | undefined {
  if (reason instanceof Promise) return undefined;
  return inspect(reason, { breakLength: Number.POSITIVE_INFINITY, depth: 1 });
}

/** What a condition says; one of the caller's own may say anything. Throws `invalid-stop-reason`. */
function ask(condition: StopCondition, progress: Progress): StopReason | undefined {
  const reason: unknown = condition(progress);
  if (!reason) return undefined;
  const { kind, turn } = reason as Partial<StopReason>;
  if (typeof kind === "string" && typeof turn === "number") return reason as StopReason;
  // What it is refused for is told; what it would have come to is nobody's any more.
  if (reason instanceof Promise) reason.catch(() => {});
  const { turn: now } = progress;
  throw new RostrumError("invalid-stop-reason", { turn: now, returned: shown(reason) });
}

/** Stops as soon as one condition holds, and gives the first one's reason. */
export function anyOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    for (const condition of conditions) {
      const reason = ask(condition, progress);
      if (reason) return reason;
    }
    return undefined;
  };
}

/** Stops when every condition holds at once, and gives all their reasons. Without conditions it never stops. */
export function allOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    // Every condition is asked, so that a draw does not depend on what the others say.
    const reasons = conditions.map((condition) => ask(condition, progress));
    const holding = reasons.filter((reason) => reason !== undefined);
    if (holding.length === 0 || holding.length < conditions.length) return undefined;
    return { kind: "all", turn: progress.turn, reasons: holding };
  };
}
