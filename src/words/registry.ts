/** To add a language, add a folder beside this file and a line to `locales`. */

import type { Locale } from "./en/locale.js";
import { english } from "./en/locale.js";
import { chinese } from "./zh/locale.js";

export const locales = {
  en: english as Locale,
  zh: chinese,
} satisfies Readonly<Record<string, Locale>>;

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as [Key, ...Key[]];

export const languages = keysOf(locales);

/** The language of conversations that do not set a language, and of the forms in LangGraph Studio. */
export const defaultLanguage = "en" satisfies Language;

export const languageNamed = (written: unknown) => languages.find((language) => language === written);

/**
 * A language of prompts, transcripts and errors. Derived from `languages`, because with `keyof typeof locales`, the
 * package's declarations would contain the type of every text.
 */
export type Language = (typeof languages)[number];
