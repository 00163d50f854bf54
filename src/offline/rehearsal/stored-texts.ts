/**
 * Reads the rehearsal's texts from files. `npm run build` replaces this module with a module that contains the texts.
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { rehearsalTexts } from "../../words/files.js";
import type { Language } from "../../words/registry.js";

/** Empty here, because all texts are in files. */
export const bundledTexts = async (_language: Language): Promise<Readonly<Record<string, unknown>>> => ({});

export const readTexts = (language: Language, file: string): unknown =>
  parse(readFileSync(rehearsalTexts(language, file), "utf8"));
