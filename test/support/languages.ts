import type { Language } from "../../src/words/registry.js";
import { defaultLanguage, languages, locales } from "../../src/words/registry.js";

/** Whether a language's texts are translated. A new language starts with the texts of the default language. */
export const isTranslated = (language: Language): boolean =>
  language === defaultLanguage || locales[language].errors !== locales[defaultLanguage].errors;

export const isLatin = (language: Language): boolean => locales[language].grammar.canQuote("Ann");

export const languagesOf = <Samples extends Partial<Record<Language, unknown>>>(samples: Samples) =>
  languages.filter((language) => language in samples) as (keyof Samples & Language)[];
