/** Reads what a model answers: without its thinking, as an object, a bid, a choice, or a speech that begins with a tag. */

import { onOneLine } from "../../base/escape-text.js";
import { isRecord } from "../../base/is-record.js";
import type { BidProblem, Scale } from "../../records/bid.js";
import type { ChoiceProblem } from "../../records/decision.js";
import type { Cleaner } from "./clean-speech.js";
import { withoutQuotations } from "./sentences.js";

const thinkingBlocks = /^\s*(?:<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>\s*|$))+/i;

/** The answer without the thinking before it; an unclosed block reaches to the end. Later tags are part of what was said. */
export const stripThinking = (answer: string): string => answer.replace(thinkingBlocks, "").trim();

/** What comes after all thinking, also where its beginning was not marked, as some servers leave it. */
export function afterThinking(answer: string): string {
  const closing = [...answer.matchAll(/<\/think(?:ing)?>/gi)].at(-1);
  return stripThinking(closing ? answer.slice(closing.index + closing[0].length) : answer);
}

/** The fields of the JSON object in an answer, also where a model fenced it in, wrote around it or thought before it; else none. Never throws. */
export function readObject(answer: string): Record<string, unknown> {
  const own = afterThinking(answer);
  return parse(answer) ?? parse(own.slice(own.indexOf("{"), own.lastIndexOf("}") + 1)) ?? {};
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** `<7>`, `<bid>7</bid>`, `<pass>`; what is no whole number is found too, so that it can be named. */
const numberTag = /<\s*(?:bid\s*>([^<>]*)<\s*\/\s*bid|([+-]?\d[\d.,]*|pass))\s*>/gi;
/** `<score>7</score>`, or nothing but `7`: some models name the tag as they like, or leave it out. */
const otherTag = /<\s*([a-z]\w{0,30})\s*>\s*([+-]?\d[\d.,]*|pass)\s*<\s*\/\s*\1\s*>|^([+-]?\d[\d.,]*|pass)$/gi;

/** A tag is short. Of an endless answer only the end is read, so that reading it takes no time. */
const longestRead = 4000;

/**
 * Reads the one tag (also in full-width characters) that an answer gives, never one that it quotes. The same tag twice is one; two
 * different ones are none, since nobody can tell which was meant. `text`: the tag holds no whole number.
 */
function readNumberTag(answer: string): number | "none" | "several" | "pass" | "text" {
  const own = withoutQuotations(afterThinking(answer).slice(-longestRead).normalize("NFKC").trim());
  const asked = [...own.matchAll(numberTag)].map(([, long, short]) => long ?? short ?? "");
  const others = [...own.matchAll(otherTag)].map(([, , number, alone]) => number ?? alone ?? "");
  const [only, another] = new Set((asked.length > 0 ? asked : others).map((tag) => tag.trim().toLowerCase()));
  if (only === undefined) return "none";
  if (another !== undefined) return "several";
  if (only === "pass") return "pass";
  return /^[+-]?\d+$/.test(only) ? Number(only) : "text";
}

/** `value` null means that the participant passes. `reason`: absent where none was given. */
export type BidReading =
  | { readonly ok: true; readonly value: number | null; readonly reason?: string }
  | { readonly ok: false; readonly problem: BidProblem };

const noBid = (problem: BidProblem): BidReading => ({ ok: false, problem });

function checkBid(value: number, { min, max }: Scale): BidReading {
  if (!Number.isInteger(value)) return noBid("not-an-integer");
  // The sum makes 0 of -0.
  return value >= min && value <= max ? { ok: true, value: value + 0 } : noBid("out-of-scale");
}

/** Reads `<7>`, `<bid>7</bid>`, a tag of another name or the number alone; `<pass>` passes. */
export function parseBid(answer: string, scale: Scale): BidReading {
  const tag = readNumberTag(answer);
  if (typeof tag === "number") return checkBid(tag, scale);
  if (tag === "pass") return { ok: true, value: null };
  return noBid(({ none: "no-bid", several: "several-bids", text: "not-an-integer" } as const)[tag]);
}

/** A longer reason is cut off, in characters. */
const longestReason = 300;

/** Reads a structured answer, `{ "bid": 7 }`, with or without a `reason`; `null` passes. Anything else is no bid. */
export function readStructuredBid(answer: unknown, scale: Scale): BidReading {
  if (!isRecord(answer) || !("bid" in answer)) return noBid("no-bid");
  const { bid, reason } = answer;
  const reading = typeof bid === "number" ? checkBid(bid, scale) : noBid("not-an-integer");
  const given = typeof reason === "string" ? [...onOneLine(reason.trim())].slice(0, longestReason).join("") : "";
  const passed: BidReading = bid === null ? { ok: true, value: null } : reading;
  return passed.ok && given !== "" ? { ...passed, reason: given } : passed;
}

const bidTag =
  /^\s*(?:[<＜]\s*([a-z]\w{0,30})\s*[>＞][^<>＜＞]{0,40}[<＜]\s*[/／]\s*\1\s*[>＞]|[<＜](?!\s*(?!pass\b)[a-z]\w{0,30}\s*[>＞])[^<>＜＞\n]{0,40}[>＞])\s*/i;
/** What may yet become such a tag. */
const bidTagBegun = /^\s*(?:[<＜][\s\S]{0,80})?$/;

/**
 * The bid, once it is there or will not come any more; undefined while it may. A bid further on is part of the speech. `written` is
 * the tag alone; all that has come, where there is none.
 */
export function readBidFirst(answer: string, scale: Scale, isWhole: boolean) {
  // A block of thinking may be long: nothing is looked for in it before it is closed.
  if (!isWhole && /^\s*<think/i.test(answer) && !answer.includes("</")) return undefined;
  const own = stripThinking(answer);
  const written = bidTag.exec(own)?.[0].trim();
  if (written !== undefined) return { reading: parseBid(written, scale), written };
  return !isWhole && bidTagBegun.test(own) ? undefined : { reading: noBid("no-bid"), written: answer };
}

export const behindBid =
  (clean: Cleaner): Cleaner =>
  (answer, isWhole) =>
    clean(answer.replace(bidTag, ""), isWhole);

/** `index` counts from 0. */
export type ChoiceReading =
  | { readonly ok: true; readonly index: number }
  | { readonly ok: false; readonly problem: ChoiceProblem };

/** Reads `<2>`, which candidate was chosen, counted from 1. A name is no choice: only what was asked for counts. */
export function parseChoice(answer: string, candidates: number): ChoiceReading {
  const tag = readNumberTag(answer);
  if (tag === "several") return { ok: false, problem: "several-choices" };
  if (tag === "none" || tag === "pass") return { ok: false, problem: "no-choice" };
  if (tag === "text" || !Number.isInteger(tag)) return { ok: false, problem: "not-an-integer" };
  return tag >= 1 && tag <= candidates ? { ok: true, index: tag - 1 } : { ok: false, problem: "out-of-range" };
}

const replyTag = /^\s*[<＜]\s*(\d{1,6})\s*[>＞]\s*/;
/** What may yet become such a tag. */
const replyTagBegun = /^\s*(?:[<＜]\s*(?:\d{1,6}\s*)?)?$/;

/**
 * A cleaner for speeches that may begin with the number of the message they answer: `<3> I do not think so.` `onNumber` hears it
 * before any of the speech is shown.
 */
export function withoutReplyTag(clean: Cleaner, onNumber: (number: number | undefined) => void): Cleaner {
  return (answer, isWhole) => {
    if (!isWhole && replyTagBegun.test(answer)) return { text: "", faults: [] };
    const number = replyTag.exec(answer)?.[1];
    onNumber(number === undefined ? undefined : Number(number));
    return clean(answer.replace(replyTag, ""), isWhole);
  };
}
