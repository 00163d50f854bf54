/** The languages, once, and what follows from all of them. A language is a folder beside this file and a line here. */

import type { Locale } from "./en/locale.js";
import { english } from "./en/locale.js";
import { chinese } from "./zh/locale.js";

export const locales = {
  en: english as Locale,
  zh: chinese,
} satisfies Readonly<Record<string, Locale>>;

export const languages = Object.keys(locales) as [keyof typeof locales, ...(keyof typeof locales)[]];

/** The language where none is given, and of what forms show. */
export const defaultLanguage = "en" satisfies keyof typeof locales;

/** The language that `written` names; undefined where there is none of that name. */
export const languageNamed = (written: unknown) => languages.find((language) => language === written);

/** A language of prompts, transcripts and errors. The object above lists them. */
export type Language = keyof typeof locales;
