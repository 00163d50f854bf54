/** Reads the texts that the rehearsal speaks and reads with, when they are first needed. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Named } from "../../base/is-record.js";
import { rehearsalTexts } from "../../words/files.js";
import type { Language } from "../../words/registry.js";

/** Sentence patterns that can stand for each other. */
export type Texts = readonly string[];
export type Stance = "for" | "against" | "unsure";

/** What there is to say about one aspect of a topic: patterns, and two noun phrases that stand in others. */
export interface Theme {
  readonly name: string;
  readonly point: string;
  /** A pattern of beginnings of words, by which a text is recognised to be about it. */
  readonly words: string;
  /** Whether it is only spoken about where the topic or somebody's description touches it. */
  readonly narrow?: boolean;
  /** For proposals: speaks for a change, or for leaving things as they are. */
  readonly change?: Texts;
  readonly stay?: Texts;
  /** For claims. */
  readonly for?: Texts;
  readonly against?: Texts;
  readonly weigh: Texts;
  readonly questions: Texts;
  /** What there is to find out, as an indirect question. */
  readonly gap: string;
}

/** A scene of a story, and what can be done in it with a good and a bad result. */
export interface Beat {
  readonly scene: string;
  readonly moves: readonly { readonly act: string; readonly good: string; readonly bad: string }[];
}

const known = new Map<string, unknown>();

/** The value under `key`, made once. */
export function once<Value>(key: string, make: () => Value): Value {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as Value;
}

/** A whole file, or what stands in it under a path such as `talk.reactions.agree`. */
export function valueAt<Value>(language: Language, path: string): Value {
  const [file = "", ...keys] = path.split(".");
  const url = rehearsalTexts(language, file);
  const texts = once(url.href, () => parse(readFileSync(url, "utf8")) as unknown);
  const value = keys.reduce((at, key) => (at as Named | undefined)?.[key], texts);
  if (value === undefined) throw new Error(`no rehearsal text: ${language} ${path}`);
  return value as Value;
}

/** A pattern of `reading.yaml`. */
export const patternAt = (language: Language, path: string, flags = "iu"): RegExp =>
  once(`${language} ${path} ${flags}`, () => new RegExp(valueAt<string>(language, `reading.${path}`), flags));

/** Whether a text matches a pattern of `reading.yaml`. */
export const reads = (language: Language, path: string, text: string): boolean => patternAt(language, path).test(text);

/** A length of `reading.yaml`. */
export const lengthOf = (language: Language, name: string): number => valueAt(language, `reading.lengths.${name}`);

export const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);
