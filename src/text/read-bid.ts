/** Reads a bid out of a model's answer. */

import type { Scale } from "../models/request.js";
import type { BidProblem } from "../selection/bid.js";
import { readNumberTag } from "./number-tag.js";

/** `value` null means that the participant passes. */
export type BidReading =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly problem: BidProblem };

const unreadable = (problem: BidProblem): BidReading => ({ ok: false, problem });

/** Whether a number is a bid on the scale. */
function checkBid(value: number, { min, max }: Scale): BidReading {
  if (!Number.isInteger(value)) return unreadable("not-an-integer");
  // The sum makes 0 of -0.
  return value >= min && value <= max ? { ok: true, value: value + 0 } : unreadable("out-of-scale");
}

/** Reads `<7>` or `<bid>7</bid>`; `<pass>` passes. */
export function parseBid(answer: string, scale: Scale): BidReading {
  const reading = readNumberTag(answer);
  switch (reading.kind) {
    case "none":
      return unreadable("no-bid");
    case "several":
      return unreadable("several-bids");
    case "pass":
      return { ok: true, value: null };
    case "text":
      return unreadable("not-an-integer");
    case "number":
      return checkBid(reading.value, scale);
  }
}

/** Reads a structured answer, `{ "bid": 7 }`; `null` passes. Anything else is no bid. */
export function readStructuredBid(answer: unknown, scale: Scale): BidReading {
  if (typeof answer !== "object" || answer === null || !("bid" in answer)) return unreadable("no-bid");
  if (answer.bid === null) return { ok: true, value: null };
  return typeof answer.bid === "number" ? checkBid(answer.bid, scale) : unreadable("not-an-integer");
}
