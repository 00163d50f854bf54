/** The rehearsal's texts and reading patterns, which are read on first use unless `loadTexts` has loaded them. */
import type { Named } from "../../base/is-record.js";
import type { Language } from "../../words/registry.js";
import { bundledTexts, readTexts } from "./stored-texts.js";

export type Texts = readonly string[];
export type Stance = "for" | "against" | "unsure";

/** The texts about one aspect of a topic: sentence patterns, and noun phrases that are inserted into other patterns. */
export interface Theme {
  readonly name: string;
  readonly point: string;
  /** A regular expression for the beginnings of words that identify texts about this theme. */
  readonly words: string;
  /** Whether to use the theme only if the topic or a participant's role or description mentions it. Default: false. */
  readonly narrow?: boolean;
  /** Arguments about a proposal: `change` argues for a change, `stay` argues against it. */
  readonly change?: Texts;
  readonly stay?: Texts;
  /** Arguments about a claim. */
  readonly for?: Texts;
  readonly against?: Texts;
  readonly weigh: Texts;
  readonly questions: Texts;
  /** An open question about the theme, as an indirect question. */
  readonly gap: string;
}

export interface Beat {
  readonly scene: string;
  readonly moves: readonly { readonly act: string; readonly good: string; readonly bad: string }[];
}

const known = new Map<string, unknown>();

/** Calls `make` only once per key and process. */
export function once<Value>(key: string, make: () => Value): Value {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as Value;
}

const keyOf = (language: Language, file: string) => `file ${language} ${file}`;

/** Loads the texts that `bundledTexts` returns. `valueAt` reads the others when they are needed. */
export async function loadTexts(language: Language): Promise<void> {
  for (const [file, texts] of Object.entries(await bundledTexts(language))) once(keyOf(language, file), () => texts);
}

/** A whole text file, or the value at a path in it, such as `talk.reactions.agree`. */
export function valueAt<Value>(language: Language, path: string): Value {
  const [file = "", ...keys] = path.split(".");
  const texts = once(keyOf(language, file), () => readTexts(language, file));
  const value = keys.reduce((at, key) => (at as Named | undefined)?.[key], texts);
  if (value === undefined) throw new Error(`no rehearsal text: ${language} ${path}`);
  return value as Value;
}

export const patternAt = (language: Language, path: string, flags = "iu"): RegExp =>
  once(`${language} ${path} ${flags}`, () => new RegExp(valueAt<string>(language, `reading.${path}`), flags));

export const reads = (language: Language, path: string, text: string): boolean => patternAt(language, path).test(text);

export const lengthOf = (language: Language, name: string): number => valueAt(language, `reading.lengths.${name}`);

export const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);
