/** Reads a bid out of a model's answer. Only the model's own tag counts, never one that it quotes. */
import type { BidProblem } from "../domain/bid.js";
import type { Scale } from "../domain/brief.js";
import { afterThinking } from "./strip-thinking.js";

/** `value` null means that the participant passes. */
export type BidReading =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly problem: BidProblem };

/** `<7>`, `<bid>7</bid>`, `<pass>`; the number is checked later, so that a bad one can be named. */
const tag = /<\s*(?:bid\s*>([^<>]*)<\s*\/\s*bid|([+-]?\d[\d.,]*|pass))\s*>/gi;

/** A bid is short. Of an endless answer only the end is read, so that reading it takes no time. */
const longestRead = 4000;

/** Pairs of quotation marks. Straight single ones only where they cannot be apostrophes. */
const quotation = /"[^"\n]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|「[^」]*」|『[^』]*』|(?<!\w)'[^'\n]*'(?!\w)/g;

/** An answer that is nothing but a quotation. */
const quotationOnly = new RegExp(`^(?:${quotation.source})$`);

/** Lines that a model marks as quoted. */
const quotedLine = /^[^\S\n]*>.*$/gm;

/** What the model says in its own voice: the answer without what it quotes. An answer that is one quotation stays. */
function ownWords(answer: string): string {
  const text = afterThinking(answer).slice(-longestRead).normalize("NFKC").trim();
  return quotationOnly.test(text) ? text : text.replace(quotedLine, " ").replace(quotation, " ");
}

/** Whether a number is a bid on the scale. */
function checkBid(value: number, { min, max }: Scale): BidReading {
  if (!Number.isInteger(value)) return { ok: false, problem: "not-an-integer" };
  return value >= min && value <= max ? { ok: true, value } : { ok: false, problem: "out-of-scale" };
}

/**
 * Reads `<7>` or `<bid>7</bid>` (also in full-width characters) with any text around it. The same tag twice is one
 * bid; two different ones are none, since nobody can tell which was meant. `<pass>` passes.
 */
export function parseBid(answer: string, scale: Scale): BidReading {
  const written = new Set(
    [...ownWords(answer).matchAll(tag)].map(([, long, short]) => (long ?? short ?? "").trim().toLowerCase()),
  );
  const [bid] = written;
  if (bid === undefined) return { ok: false, problem: "no-bid" };
  if (written.size > 1) return { ok: false, problem: "several-bids" };
  if (bid === "pass") return { ok: true, value: null };
  return /^[+-]?\d+$/.test(bid) ? checkBid(Number(bid), scale) : { ok: false, problem: "not-an-integer" };
}

/** Reads a structured answer, `{ "bid": 7 }`; `null` passes. Anything else is no bid. */
export function readStructuredBid(answer: unknown, scale: Scale): BidReading {
  if (typeof answer !== "object" || answer === null || !("bid" in answer)) return { ok: false, problem: "no-bid" };
  if (answer.bid === null) return { ok: true, value: null };
  return typeof answer.bid === "number" ? checkBid(answer.bid, scale) : { ok: false, problem: "not-an-integer" };
}
