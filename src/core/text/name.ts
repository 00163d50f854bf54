/** What a participant may be called: names are labels in prompts and transcripts, so nothing in them may look like markup. */
import { readFileSync } from "node:fs";
import { lazy } from "../../base/lazy.js";

/** In characters. */
export const maxNameLength = 64;

/** Characters that would let a name break out of its line, hide, or read as a label or a tag. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:：<>＜＞]|(?![\u200c\u200d])\p{Cf}/u;

/** What a reader does not see: joiners, fillers, variation selectors, the empty Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const unnamedSpeakers: Readonly<Record<string, string>> = { human: "User", ai: "Assistant" };

/** The name as it is kept: composed, without space at its ends, with single spaces inside. */
export const tidyName = (name: string): string => name.normalize("NFC").trim().replace(/ +/g, " ");

export const visiblePart = (text: string): string => text.replace(invisible, "").trim();

/** What two names are compared by: equal when a reader could not tell them apart by more than letter forms and case. */
export const nameKey = (name: string): string => tidyName(visiblePart(name.normalize("NFKC"))).toLowerCase();

export const forbiddenInName = (name: string): string | undefined => forbidden.exec(name)?.[0];

/** What stands for a letter or a digit that looks like it: Unicode's confusables (UTS #39), a line for each, made by `npm run confusables`. */
const lookalikes = lazy(() => {
  const lines = readFileSync(new URL("./confusables.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [looks = "", others = ""] = line.split(" ");
      return [...others].map((other) => [other, looks] as const);
    }),
  );
});

const accents = /[\u0300-\u036f]/g;

/** Compatibility forms, accents and what is invisible left out. Vowel signs of other scripts stay. */
export const plainLetters = (text: string) => text.replace(invisible, "").normalize("NFKD").replace(accents, "");

const looksLike = (text: string) =>
  Array.from(plainLetters(text), (letter) => lookalikes().get(letter) ?? letter)
    .join("")
    .toLowerCase();

const skeleton = (text: string) => looksLike(text).replace(/[^\p{L}\p{N}\p{M}]/gu, "");

/**
 * What a name looks like, in any case: two names that share one of these are easily taken for each other. Capitals and small
 * letters look like different things, I like l and 0 like O.
 */
export function skeletonsOf(name: string): readonly string[] {
  const looks = new Set([skeleton(name), skeleton(name.toLowerCase())].filter(Boolean));
  // Names of signs only are what they are.
  return looks.size > 0 ? [...looks] : [nameKey(name)].filter(Boolean);
}

/** The same with its accents and signs: what the names of a cast must not share, in which Zoe, Zoë and Zoe-2 may meet. */
export function looksOf(name: string): readonly string[] {
  const own = (name.normalize("NFKD").match(accents) ?? []).join("");
  return [name, name.toLowerCase()].map((each) => tidyName(looksLike(each)) + own);
}

/** Whether `name` reads as one of `others`: the same, or one of them with a point, a bracket or the like behind it. */
export function resemblesName(name: string, others: readonly string[]): boolean {
  // “Ann (pilot)” reads as Ann, “Ann Smith” does not.
  const [first = name] = /^[\p{L}\p{N}\p{M}\s]+/u.exec(name.replace(invisible, "").normalize("NFKC")) ?? [];
  const looks = new Set([...skeletonsOf(name), ...skeletonsOf(first)]);
  return others.some((other) => skeletonsOf(other).some((look) => looks.has(look)));
}
