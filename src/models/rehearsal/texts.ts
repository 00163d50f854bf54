/** Which texts a language has. */
import type { Language } from "../../language.js";
import type { Phrases } from "./phrases.js";
import { phrasesEnglish } from "./phrases-en.js";
import { phrasesChinese } from "./phrases-zh.js";

/** Everything a rehearsal can say, by language. */
export const phrasesOf: Readonly<Record<Language, Phrases>> = { en: phrasesEnglish, zh: phrasesChinese };
