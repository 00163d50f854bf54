import { lazy } from "../base/lazy.js";
import type { Range } from "../records/estimate.js";

export function formats(tag: string) {
  const numbers = lazy(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 3 }));
  const amounts = lazy(() => new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 }));
  const clocks = lazy(() => new Intl.DateTimeFormat(tag, { timeStyle: "medium" }));
  const dates = lazy(() => new Intl.DateTimeFormat(tag, { dateStyle: "long" }));
  return {
    number: (value: number) => numbers().format(value).replace("-", "−"),
    /** Keeps six significant digits, because amounts of money can be very small. */
    amount: (value: number) => amounts().format(value),
    draw: (value: number) => value.toFixed(3),
    clock: (time: Date) => clocks().format(time),
    date: (time: Date) => dates().format(time),
  };
}

export function rangeFormats({ number, amount }: Pick<ReturnType<typeof formats>, "number" | "amount">) {
  const span = (least: string, most: string) => (least === most ? least : `${least}–${most}`);
  // Two significant digits are enough, because estimates are rough.
  const rounded = (money: number) => amount(Number(money.toPrecision(2)));
  return {
    range: ({ least, most }: Range) => span(number(least), number(most)),
    /** A question mark if the amount is unknown. */
    money: (known: Range | null) => (known === null ? "?" : span(rounded(known.least), rounded(known.most))),
  };
}

/** Returns the character's code point, after the character itself if it is visible. */
export function showCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{Z}]/u.test(character) ? code : `“${character}” (${code})`;
}
