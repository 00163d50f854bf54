/** What a language has to say to listeners. */
import type { Language } from "../../../language.js";
import type { ListenerTexts } from "./phrases.js";
import { listenerEnglish } from "./phrases-en.js";
import { listenerChinese } from "./phrases-zh.js";

export const listenerTextsOf: Readonly<Record<Language, ListenerTexts>> = { en: listenerEnglish, zh: listenerChinese };
