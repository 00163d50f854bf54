/** Formats numbers, dates and single characters. */
import { lazy } from "../base/lazy.js";

export function formats(tag: string) {
  const numbers = lazy(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 3 }));
  const amounts = lazy(() => new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 }));
  const clocks = lazy(() => new Intl.DateTimeFormat(tag, { timeStyle: "medium" }));
  const dates = lazy(() => new Intl.DateTimeFormat(tag, { dateStyle: "long" }));
  return {
    number: (value: number) => numbers().format(value).replace("-", "−"),
    /**
     * Formats a number of calls, tokens, seconds or money. Keeps six significant digits, because amounts of money can
     * be very small.
     */
    amount: (value: number) => amounts().format(value),
    draw: (value: number) => value.toFixed(3),
    clock: (time: Date) => clocks().format(time),
    date: (time: Date) => dates().format(time),
  };
}

/** Returns a character's code point, preceded by the character itself if it is visible. */
export function showCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{Z}]/u.test(character) ? code : `“${character}” (${code})`;
}
