/** The locations of text files, relative to this module: in `src` and, for templates, also in the package. */
import type { Language } from "./registry.js";

export const rehearsalTexts = (language: Language, name: string): URL =>
  new URL(`./${language}/rehearsal/${name}.yaml`, import.meta.url);

export const projectTexts = (language: Language): URL => new URL(`./${language}/templates/`, import.meta.url);
