/**
 * The locations of text files, relative to this module. The package contains only the templates, because it bundles the
 * rehearsal's texts with the code.
 */
import type { Language } from "./registry.js";

export const rehearsalTexts = (language: Language, name: string): URL =>
  new URL(`./${language}/rehearsal/${name}.yaml`, import.meta.url);

export const projectTexts = (language: Language): URL => new URL(`./${language}/templates/`, import.meta.url);
