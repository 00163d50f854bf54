/** The prompt catalogs by language. */
import type { Language } from "../domain/language.js";
import type { PromptCatalog } from "./catalog.js";
import { english } from "./en/catalog.js";
import { chinese } from "./zh/catalog.js";

export const catalogs: Readonly<Record<Language, PromptCatalog>> = { en: english, zh: chinese };
