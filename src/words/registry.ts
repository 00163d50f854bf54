/** Lists the languages. Each language is a folder beside this file and a line in `locales`. */

import type { Locale } from "./en/locale.js";
import { english } from "./en/locale.js";
import { chinese } from "./zh/locale.js";

export const locales = {
  en: english as Locale,
  zh: chinese,
} satisfies Readonly<Record<string, Locale>>;

export const languages = Object.keys(locales) as [keyof typeof locales, ...(keyof typeof locales)[]];

/** The language of conversations that do not set one, and of the forms that LangGraph Studio shows. */
export const defaultLanguage = "en" satisfies keyof typeof locales;

/** Returns the language with the code `written`; undefined if there is none. */
export const languageNamed = (written: unknown) => languages.find((language) => language === written);

/** A language of prompts, transcripts and errors. */
export type Language = keyof typeof locales;
