/** The locations of a language's files. They are relative to this file, both in `src` and in the package. */
import type { Language } from "./registry.js";

/** Returns the URL of a YAML file with rehearsal texts. */
export const rehearsalTexts = (language: Language, name: string): URL =>
  new URL(`./${language}/rehearsal/${name}.yaml`, import.meta.url);

/** Returns the URL of the folder with a language's texts for new projects, such as the README. */
export const projectTexts = (language: Language): URL => new URL(`./${language}/templates/`, import.meta.url);
