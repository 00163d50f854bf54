/** What a participant may be called: names are labels in prompts and transcripts, so nothing in them may look like markup. */
import { listenerNames, moderatorNames } from "../locales/moderator.js";

/** Longest name, in characters. */
export const maxNameLength = 64;

/** Characters that would let a name break out of its line, hide, or read as a label or a tag. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:：<>＜＞]|(?![\u200c\u200d])\p{Cf}/u;

/** What a reader does not see: joiners, fillers, variation selectors, the empty Braille pattern. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** How messages without a name are labelled, by their type. */
export const unnamedSpeakers: Readonly<Record<string, string>> = { human: "User", ai: "Assistant" };

/** The name as it is kept: composed, without space at its ends, with single spaces inside. */
export function tidyName(name: string): string {
  return name.normalize("NFC").trim().replace(/ +/g, " ");
}

/** The part of a text that a reader sees. */
export function visiblePart(text: string): string {
  return text.replace(invisible, "").trim();
}

/** What two names are compared by: equal when a reader could not tell them apart by more than letter forms and case. */
export function nameKey(name: string): string {
  return tidyName(visiblePart(name.normalize("NFKC"))).toLowerCase();
}

/** The first character that no name may hold, or undefined. */
export function forbiddenInName(name: string): string | undefined {
  return forbidden.exec(name)?.[0];
}

/** What labels messages of nobody in the cast. */
export const reservedNames = [
  ...[moderatorNames, listenerNames, unnamedSpeakers].flatMap((names) => Object.values(names)),
  "System",
  "Tool",
];
const reserved = new Set(reservedNames.map((label) => label.toLowerCase()));

/** Whether the name labels messages of nobody in the cast: the opening, and those without a name. */
export function isReservedName(name: string): boolean {
  return reserved.has(nameKey(name));
}
