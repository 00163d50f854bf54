import type { locales } from "./locales/registry.js";

/** A language of prompts, transcripts and errors. `locales/registry.ts` lists them. */
export type Language = keyof typeof locales;
