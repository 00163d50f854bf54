/**
 * Names are labels in prompts and transcripts, so they must not contain line breaks, or look like another label or a
 * tag.
 */
import { lazy } from "../../base/lazy.js";
import { readConfusables } from "./confusables.js";

/** In characters. */
export const maxNameLength = 64;

/** Characters that could make a name break its line, hide, or look like a label or a tag. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:：<>＜＞]|(?![\u200c\u200d])\p{Cf}/u;

/** Invisible characters: joiners, fillers, variation selectors, the empty Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const unnamedSpeakers: Readonly<Record<string, string>> = { human: "User", ai: "Assistant" };

export const tidyName = (name: string): string => name.normalize("NFC").trim().replace(/ +/g, " ");

export const visiblePart = (text: string): string => text.replace(invisible, "").trim();

/**
 * Names with the same key differ at most in case, spacing, invisible characters and letter forms such as full-width
 * letters.
 */
export const nameKey = (name: string): string => tidyName(visiblePart(name.normalize("NFKC"))).toLowerCase();

export const forbiddenInName = (name: string): string | undefined => forbidden.exec(name)?.[0];

/**
 * Each line of `confusables.txt` contains letters or digits, and the characters that resemble them according to Unicode
 * (UTS #39). `npm run confusables` generates the file.
 */
const lookalikes = lazy(() => {
  const lines = readConfusables().trimEnd().split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [looks = "", others = ""] = line.split(" ");
      return [...others].map((other) => [other, looks] as const);
    }),
  );
});

const accents = /[\u0300-\u036f]/g;

/** Removes invisible characters and accents, but keeps vowel signs such as those of Hindi. */
export const plainLetters = (text: string) => text.replace(invisible, "").normalize("NFKD").replace(accents, "");

/** Replaces each character independently of its neighbors, so that callers can pass one character at a time. */
export const looksLike = (text: string): string =>
  Array.from(plainLetters(text), (letter) => lookalikes().get(letter) ?? letter)
    .join("")
    .toLowerCase();

const skeleton = (text: string) => looksLike(text).replace(/[^\p{L}\p{N}\p{M}]/gu, "");

/**
 * Two names that share a skeleton are easily confused. Returns the skeletons of the name as written and of the name in
 * lower case, because capital and small letters resemble different characters: I looks like l, but i does not.
 */
export function skeletonsOf(name: string): readonly string[] {
  const looks = new Set([skeleton(name), skeleton(name.toLowerCase())].filter(Boolean));
  // A name has no skeleton if no character is or resembles a letter, digit or combining mark, as in “★”. Its key is
  // compared instead.
  return looks.size > 0 ? [...looks] : [nameKey(name)].filter(Boolean);
}

/**
 * Like `skeletonsOf`, but keeps accents, spaces and punctuation, so that Zoe and Zoë differ. Two names in a cast must
 * not share a result.
 */
export function looksOf(name: string): readonly string[] {
  const own = (name.normalize("NFKD").match(accents) ?? []).join("");
  return [name, name.toLowerCase()].map((each) => tidyName(looksLike(each)) + own);
}

/** Whether `name`, or the part of it before the first punctuation mark or symbol, resembles any of `others`. */
export function resemblesName(name: string, others: readonly string[]): boolean {
  // “Ann (pilot)” resembles Ann; “Ann Smith” does not.
  const [first = name] = /^[\p{L}\p{N}\p{M}\s]+/u.exec(name.replace(invisible, "").normalize("NFKC")) ?? [];
  const looks = new Set([...skeletonsOf(name), ...skeletonsOf(first)]);
  return others.some((other) => skeletonsOf(other).some((look) => looks.has(look)));
}
