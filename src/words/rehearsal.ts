/** Where the texts of the rehearsal are: YAML files in the folder of their language, in the sources as in the package. */
import type { Language } from "./registry.js";

export const rehearsalTexts = (language: Language, file: string): URL =>
  new URL(`./${language}/rehearsal/${file}.yaml`, import.meta.url);
