/** What a participant may be called: names are labels in prompts and transcripts, so nothing in them may look like markup. */

/** In characters. */
export const maxNameLength = 64;

/** Characters that would let a name break out of its line, hide, or read as a label or a tag. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:：<>＜＞]|(?![\u200c\u200d])\p{Cf}/u;

/** What a reader does not see: joiners, fillers, variation selectors, the empty Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const unnamedSpeakers: Readonly<Record<string, string>> = { human: "User", ai: "Assistant" };

/** The name as it is kept: composed, without space at its ends, with single spaces inside. */
export function tidyName(name: string): string {
  return name.normalize("NFC").trim().replace(/ +/g, " ");
}

export function visiblePart(text: string): string {
  return text.replace(invisible, "").trim();
}

/** What two names are compared by: equal when a reader could not tell them apart by more than letter forms and case. */
export function nameKey(name: string): string {
  return tidyName(visiblePart(name.normalize("NFKC"))).toLowerCase();
}

export function forbiddenInName(name: string): string | undefined {
  return forbidden.exec(name)?.[0];
}

/** Letters of Cyrillic and Greek, and the Latin ones that they look like: a small part of Unicode's list of confusables. */
const foreign = "аеорсухіјѕԁһԛԝкмнтвгαβεηικνορτυχγω";
const latin = "aeopcyxijsdhqwkmhtbrabenikvoptuxyw";
const latinFor = new Map([...foreign].map((letter, index) => [letter, latin[index] ?? letter]));

const fold = (text: string) =>
  [...text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()]
    .map((letter) => latinFor.get(letter) ?? letter)
    .join("");

const skeleton = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Whether `name` reads as one of `others`: the same, or one of them with a point, a bracket or the like behind it. */
export function resemblesName(name: string, others: readonly string[]): boolean {
  const whole = skeleton(name);
  // “Ann (pilot)” reads as Ann, “Ann Smith” does not.
  const first = skeleton(
    /^[\p{L}\p{N}\p{M}\s]+?(?=\s*[^\p{L}\p{N}\p{M}\s])/u.exec(name.normalize("NFKC"))?.[0] ?? name,
  );
  return others.some((other) => skeleton(other) !== "" && [whole, first].includes(skeleton(other)));
}
