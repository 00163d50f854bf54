/** Reads an answer that begins with a bid and goes on with a speech, while it comes: `<7> I do not think so.` */
import type { Scale } from "../models/request.js";
import type { Cleaner } from "./clean-speech.js";
import { type BidReading, parseBid } from "./read-bid.js";
import { stripThinking } from "./strip-thinking.js";

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
