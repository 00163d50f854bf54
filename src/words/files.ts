/**
 * The locations of text files. Of these files, the package contains only the templates, because the rehearsal's texts
 * are bundled with the code.
 */
import type { Language } from "./registry.js";

export const rehearsalTexts = (language: Language, name: string): URL =>
  new URL(`./${language}/rehearsal/${name}.yaml`, import.meta.url);

export const projectTexts = (language: Language): URL => new URL(`./${language}/templates/`, import.meta.url);
