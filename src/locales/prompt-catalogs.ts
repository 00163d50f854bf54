/** The prompt catalogs by language. */
import type { Language } from "../language.js";
import { english } from "./en/prompts.js";
import type { PromptCatalog } from "./prompts.js";
import { chinese } from "./zh/prompts.js";

export const catalogs: Readonly<Record<Language, PromptCatalog>> = { en: english, zh: chinese };
