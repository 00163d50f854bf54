/** Reads a bid from a model's answer, which may continue with a speech: `<7> I do not think so.` */
import type { Scale } from "../models/request.js";
import type { BidProblem } from "../selection/bid.js";
import type { Cleaner } from "./clean-speech.js";
import { readNumberTag } from "./number-tag.js";
import { stripThinking } from "./strip-thinking.js";

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

const bidTag =
  /^\s*(?:[<＜]\s*bid\s*[>＞][^<>＜＞]{0,40}[<＜]\s*[/／]\s*bid\s*[>＞]|[<＜](?!\s*bid\s*[>＞])[^<>＜＞\n]{0,40}[>＞])\s*/i;
/** What may yet become such a tag. */
const mayBecomeTag = /^\s*(?:[<＜][\s\S]{0,80})?$/;
/** A block of thinking, which may be long: nothing is looked for in it before it is closed. */
const thinks = /^\s*<think/i;

/** The bid, and how it was written. */
interface BidFirst {
  readonly reading: BidReading;
  /** The tag alone; all that has come, where there is none. */
  readonly written: string;
}

/** The bid, once it is there or will not come any more; undefined while it may. A bid further on is part of the speech. */
export function readBidFirst(answer: string, scale: Scale, isWhole: boolean): BidFirst | undefined {
  if (!isWhole && thinks.test(answer) && !answer.includes("</")) return undefined;
  const own = stripThinking(answer);
  const written = bidTag.exec(own)?.[0].trim();
  if (written !== undefined) return { reading: parseBid(written, scale), written };
  return !isWhole && mayBecomeTag.test(own)
    ? undefined
    : { reading: { ok: false, problem: "no-bid" }, written: answer };
}

/** A cleaner for what comes behind the bid. */
export function behindBid(clean: Cleaner): Cleaner {
  return (answer, isWhole) => clean(answer.replace(bidTag, ""), isWhole);
}
