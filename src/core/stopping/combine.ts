import { inspect } from "#platform.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { StopReason } from "../../records/stop-reason.js";
import type { Progress, StopCondition } from "./condition.js";

/**
 * Checks the result, because a caller's own condition might return anything.
 *
 * @throws `invalid-stop-reason` for a result that is not a stop reason.
 */
function ask(condition: StopCondition, progress: Progress): StopReason | undefined {
  const reason: unknown = condition(progress);
  if (!reason) return undefined;
  const { kind, turn } = reason as Partial<StopReason>;
  if (typeof kind === "string" && typeof turn === "number") return reason as StopReason;
  const isPromise = reason instanceof Promise;
  // The error below already reports the promise, so Node.js must not report its rejection as unhandled.
  if (isPromise) reason.catch(() => {});
  const returned = isPromise ? undefined : inspect(reason, { breakLength: Number.POSITIVE_INFINITY, depth: 1 });
  throw new RostrumError("invalid-stop-reason", { turn: progress.turn, returned });
}

/**
 * Returns a condition that holds when at least one of `conditions` holds. It returns the stop reason of the first
 * condition that holds.
 */
export function anyOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    for (const condition of conditions) {
      const reason = ask(condition, progress);
      if (reason) return reason;
    }
    return undefined;
  };
}

/**
 * Returns a condition that holds when all `conditions` hold at once. Its stop reason lists their reasons.
 * Without conditions, it never holds.
 */
export function allOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    // Calls every condition, so that each draw happens regardless of the other conditions.
    const reasons = conditions.flatMap((condition) => ask(condition, progress) ?? []);
    const allHold = conditions.length > 0 && reasons.length === conditions.length;
    return allHold ? { kind: "all", turn: progress.turn, reasons } : undefined;
  };
}
