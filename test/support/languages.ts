/** Which languages of the registry a test goes through. */
import type { Language } from "../../src/words/registry.js";
import { defaultLanguage, languages, locales } from "../../src/words/registry.js";

/** Whether a language has words of its own: a new one starts with those of the default language. */
export const isTranslated = (language: Language): boolean =>
  language === defaultLanguage || locales[language].errors !== locales[defaultLanguage].errors;

/** Whether a language is written in Latin letters. */
export const isLatin = (language: Language): boolean => locales[language].grammar.canQuote("Ann");

/** The languages that a test has samples in. */
export const languagesOf = <Samples extends Partial<Record<Language, unknown>>>(samples: Samples) =>
  languages.filter((language) => language in samples) as (keyof Samples & Language)[];
