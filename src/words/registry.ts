/** To add a language, add a folder beside this file and a line to `locales`. */

import type { Locale } from "./en/locale.js";
import { english } from "./en/locale.js";
import { chinese } from "./zh/locale.js";

export const locales = {
  en: english as Locale,
  zh: chinese,
} satisfies Readonly<Record<string, Locale>>;

export const languages = Object.keys(locales) as [keyof typeof locales, ...(keyof typeof locales)[]];

/** The language of conversations that do not set a language, and of the forms in LangGraph Studio. */
export const defaultLanguage = "en" satisfies keyof typeof locales;

export const languageNamed = (written: unknown) => languages.find((language) => language === written);

/** A language of prompts, transcripts and errors. */
export type Language = keyof typeof locales;
