/** Conditions made of conditions. */
import { inspect } from "node:util";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { StopReason } from "../../records/stop-reason.js";
import type { Progress, StopCondition } from "./condition.js";

/** Asks a condition; a caller's own may return anything. Throws `invalid-stop-reason`. */
function ask(condition: StopCondition, progress: Progress): StopReason | undefined {
  const reason: unknown = condition(progress);
  if (!reason) return undefined;
  const { kind, turn } = reason as Partial<StopReason>;
  if (typeof kind === "string" && typeof turn === "number") return reason as StopReason;
  const isPromise = reason instanceof Promise;
  // The error below reports the promise; its own rejection would go unhandled.
  if (isPromise) reason.catch(() => {});
  const returned = isPromise ? undefined : inspect(reason, { breakLength: Number.POSITIVE_INFINITY, depth: 1 });
  throw new RostrumError("invalid-stop-reason", { turn: progress.turn, returned });
}

/** Holds when one of the conditions holds. The reason is that of the first one. */
export function anyOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    for (const condition of conditions) {
      const reason = ask(condition, progress);
      if (reason) return reason;
    }
    return undefined;
  };
}

/** Holds when all conditions hold at once. The stop reason lists the reasons of all of them. Without conditions it never holds. */
export function allOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    // Asks every condition, so that a draw does not depend on the others.
    const reasons = conditions.flatMap((condition) => ask(condition, progress) ?? []);
    const allHold = conditions.length > 0 && reasons.length === conditions.length;
    return allHold ? { kind: "all", turn: progress.turn, reasons } : undefined;
  };
}
