/** How numbers, dates and single characters are written. */
import { lazy } from "../base/lazy.js";

export function formats(tag: string) {
  const numbers = lazy(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 3 }));
  const amounts = lazy(() => new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 }));
  const dates = lazy(() => new Intl.DateTimeFormat(tag, { dateStyle: "long" }));
  return {
    number: (value: number) => numbers().format(value).replace("-", "−"),
    /** Whatever a budget counts: money comes in small fractions. */
    amount: (value: number) => amounts().format(value),
    draw: (value: number) => value.toFixed(3),
    date: (time: Date) => dates().format(time),
  };
}

/** A character as a reader can look it up: itself where it is visible, and its code point. */
export function showCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{Z}]/u.test(character) ? code : `“${character}” (${code})`;
}
