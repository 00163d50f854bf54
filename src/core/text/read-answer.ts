import { onOneLine } from "../../base/escape-text.js";
import { isRecord } from "../../base/is-record.js";
import { parseJson } from "../../base/parse-json.js";
import type { BidProblem, Scale } from "../../records/bid.js";
import type { ChoiceProblem } from "../../records/decision.js";
import type { Cleaner } from "./clean-speech.js";
import { withoutQuotations } from "./sentences.js";

const thinkingBlocks = /^\s*(?:<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>\s*|$))+/i;

/**
 * Removes thinking blocks only at the start of the answer. A block that is never closed extends to the end of the
 * answer.
 */
export const stripThinking = (answer: string): string => answer.replace(thinkingBlocks, "").trim();

/** Returns the text after the last thinking block, even if its opening tag is missing, as it is with some servers. */
export function afterThinking(answer: string): string {
  const closing = [...answer.matchAll(/<\/think(?:ing)?>/gi)].at(-1);
  return stripThinking(closing ? answer.slice(closing.index + closing[0].length) : answer);
}

/**
 * Returns the JSON object in an answer, which can be inside a code fence or other text, or come after thinking. Returns
 * an empty object if there is none.
 */
export function readObject(answer: string): Record<string, unknown> {
  const own = afterThinking(answer);
  return parse(answer) ?? parse(own.slice(own.indexOf("{"), own.lastIndexOf("}") + 1)) ?? {};
}

function parse(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/**
 * Matches `<7>`, `<bid>7</bid>` and `<pass>`. Also matches content that is not a whole number, so that such an answer
 * is reported as `not-an-integer` instead of `no-bid`.
 */
const numberTag = /<\s*(?:bid\s*>([^<>]*)<\s*\/\s*bid|([+-]?\d[\d.,]*|pass))\s*>/gi;
/** Matches `<score>7</score>`, or only `7`, because some models rename the tag or omit it. */
const otherTag = /<\s*([a-z]\w{0,30})\s*>\s*([+-]?\d[\d.,]*|pass)\s*<\s*\/\s*\1\s*>|^([+-]?\d[\d.,]*|pass)$/gi;

/** The maximum number of characters to read. In a long answer, the end is enough to find a short tag. */
const longestRead = 4000;

/**
 * Returns the contents of the answer's tags, which may be in full-width characters. Ignores tags inside quotations,
 * unless the whole answer is one quotation.
 */
function readNumberTags(answer: string): readonly string[] {
  const own = withoutQuotations(afterThinking(answer).slice(-longestRead).normalize("NFKC").trim());
  const asked = [...own.matchAll(numberTag)].map(([, long, short]) => long ?? short ?? "");
  const others = [...own.matchAll(otherTag)].map(([, , number, alone]) => number ?? alone ?? "");
  return [...new Set((asked.length > 0 ? asked : others).map((tag) => tag.trim().toLowerCase()))];
}

const readNumber = (tag: string) => (/^[+-]?\d+$/.test(tag) ? Number(tag) : "text");

/**
 * The same tag may be repeated; two different tags give `several`, because the intended one is unknown. `text`: the
 * tag's content is not a whole number.
 */
function readNumberTag(answer: string): number | "none" | "several" | "pass" | "text" {
  const [only, another] = readNumberTags(answer);
  if (only === undefined) return "none";
  if (another !== undefined) return "several";
  return only === "pass" ? "pass" : readNumber(only);
}

/** `value` is null if the participant passes. */
export type BidReading =
  | { readonly ok: true; readonly value: number | null; readonly reason?: string }
  | { readonly ok: false; readonly problem: BidProblem };

const noBid = (problem: BidProblem): BidReading => ({ ok: false, problem });

function checkBid(value: number, { min, max }: Scale): BidReading {
  if (!Number.isInteger(value)) return noBid("not-an-integer");
  // Adding 0 converts -0 to 0.
  return value >= min && value <= max ? { ok: true, value: value + 0 } : noBid("out-of-scale");
}

export function parseBid(answer: string, scale: Scale): BidReading {
  const tag = readNumberTag(answer);
  if (typeof tag === "number") return checkBid(tag, scale);
  if (tag === "pass") return { ok: true, value: null };
  return noBid(({ none: "no-bid", several: "several-bids", text: "not-an-integer" } as const)[tag]);
}

/** In characters. Longer reasons are cut off. */
const longestReason = 300;

export const readReason = (value: unknown): string =>
  typeof value === "string" ? [...onOneLine(value.trim())].slice(0, longestReason).join("") : "";

/** Reads a structured answer such as `{ "bid": 7 }`, with or without a `reason`. A `bid` of null is a pass. */
export function readStructuredBid(answer: unknown, scale: Scale): BidReading {
  if (!isRecord(answer) || !("bid" in answer)) return noBid("no-bid");
  const { bid, reason } = answer;
  const reading = typeof bid === "number" ? checkBid(bid, scale) : noBid("not-an-integer");
  const given = readReason(reason);
  const passed: BidReading = bid === null ? { ok: true, value: null } : reading;
  return passed.ok && given !== "" ? { ...passed, reason: given } : passed;
}

const bidTag =
  /^\s*(?:[<＜]\s*([a-z]\w{0,30})\s*[>＞][^<>＜＞]{0,40}[<＜]\s*[/／]\s*\1\s*[>＞]|[<＜](?!\s*(?!pass\b)[a-z]\w{0,30}\s*[>＞])[^<>＜＞\n]{0,40}[>＞])\s*/i;
/** Matches an incomplete answer that may still start with a `bidTag`. */
const partialBidTag = /^\s*(?:[<＜][\s\S]{0,80})?$/;

/**
 * Returns undefined while a bid may still arrive. A bid after the start is part of the speech. `written`: the tag or,
 * if there is none, the answer so far.
 */
export function readBidFirst(answer: string, scale: Scale, isWhole: boolean) {
  // Does not search an open thinking block, which may be long.
  if (!isWhole && /^\s*<think/i.test(answer) && !answer.includes("</")) return undefined;
  const own = stripThinking(answer);
  const written = bidTag.exec(own)?.[0].trim();
  if (written !== undefined) return { reading: parseBid(written, scale), written };
  return !isWhole && partialBidTag.test(own) ? undefined : { reading: noBid("no-bid"), written: answer };
}

export const behindBid =
  (clean: Cleaner): Cleaner =>
  (answer, isWhole) =>
    clean(answer.replace(bidTag, ""), isWhole);

/** `index` counts from 0. */
export type ChoiceReading =
  | { readonly ok: true; readonly index: number }
  | { readonly ok: false; readonly problem: ChoiceProblem };

/** `indexes`: the index of each chosen candidate, counted from 0, without duplicates. */
export type ChoicesReading =
  | { readonly ok: true; readonly indexes: readonly number[] }
  | { readonly ok: false; readonly problem: ChoiceProblem };

/**
 * Reads a tag such as `<2>`: the number of the chosen candidate, counted from 1. Ignores names, because the prompt asks
 * for a number.
 */
export function parseChoice(answer: string, candidates: number): ChoiceReading {
  const reading = parseChoices(answer, candidates, 1);
  return reading.ok ? { ok: true, index: reading.indexes[0] ?? 0 } : reading;
}

/** Like `parseChoice`, but accepts the numbers of up to `count` candidates, and keeps their order. */
export function parseChoices(answer: string, candidates: number, count: number): ChoicesReading {
  const refuse = (problem: ChoiceProblem) => ({ ok: false, problem }) as const;
  const tags = readNumberTags(answer);
  if (tags.length > count) return refuse("several-choices");
  if (tags.length === 0 || tags.includes("pass")) return refuse("no-choice");
  const numbers = tags.map(readNumber);
  if (!numbers.every(Number.isInteger)) return refuse("not-an-integer");
  const indexes = numbers.map((number) => Number(number) - 1);
  if (indexes.some((index) => index < 0 || index >= candidates)) return refuse("out-of-range");
  return { ok: true, indexes: [...new Set(indexes)] };
}

const replyTag = /^\s*[<＜]\s*(\d{1,6})\s*[>＞]\s*/;
/** Matches an incomplete answer that may still start with a `replyTag`. */
const partialReplyTag = /^\s*(?:[<＜]\s*(?:\d{1,6}\s*)?)?$/;

/**
 * Wraps a cleaner for speeches that may start with a number in angle brackets, such as the number of the message that
 * they answer: `<3> I do not think so.` Calls `onNumber` before it returns any of the speech.
 */
export function withoutReplyTag(clean: Cleaner, onNumber: (number: number | undefined) => void): Cleaner {
  return (answer, isWhole) => {
    if (!isWhole && partialReplyTag.test(answer)) return { text: "", faults: [] };
    const number = replyTag.exec(answer)?.[1];
    onNumber(number === undefined ? undefined : Number(number));
    return clean(answer.replace(replyTag, ""), isWhole);
  };
}
