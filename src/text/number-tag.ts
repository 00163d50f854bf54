/** Reads the one number that an answer gives between angle brackets. Only the model's own tag counts, never one it quotes. */
import { withoutQuotations } from "./quotation.js";
import { afterThinking } from "./strip-thinking.js";

/** What stands in the tag; `text` for what is no whole number. */
export type TagReading =
  | { readonly kind: "none" }
  | { readonly kind: "several" }
  | { readonly kind: "pass" }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text" };

/** `<7>`, `<bid>7</bid>`, `<pass>`; what is no whole number is found too, so that it can be named. */
const tag = /<\s*(?:bid\s*>([^<>]*)<\s*\/\s*bid|([+-]?\d[\d.,]*|pass))\s*>/gi;

/** A tag is short. Of an endless answer only the end is read, so that reading it takes no time. */
const longestRead = 4000;

/**
 * Finds the tag (also in full-width characters) with any text around it. The same tag twice is one; two different ones
 * are none, since nobody can tell which was meant.
 */
export function readNumberTag(answer: string): TagReading {
  const own = withoutQuotations(afterThinking(answer).slice(-longestRead).normalize("NFKC").trim());
  const written = new Set([...own.matchAll(tag)].map(([, long, short]) => (long ?? short ?? "").trim().toLowerCase()));
  const [only] = written;
  if (only === undefined) return { kind: "none" };
  if (written.size > 1) return { kind: "several" };
  if (only === "pass") return { kind: "pass" };
  return /^[+-]?\d+$/.test(only) ? { kind: "number", value: Number(only) } : { kind: "text" };
}
