import { english, type ProjectWords } from "./en/project/texts.js";
import type { Language } from "./registry.js";
import { chinese } from "./zh/project/texts.js";

// Does not use `locales`, because create-rostrum would then contain the texts of the whole library.
const words: Partial<Readonly<Record<Language, ProjectWords>>> = { en: english, zh: chinese };

export const projectLanguages = Object.keys(words) as readonly Language[];

export const projectWordsIn = (language: Language): ProjectWords => words[language] ?? english;
