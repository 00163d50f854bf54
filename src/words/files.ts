/** Where the files of a language are: in its folder, in the sources as in the package. */
import type { Language } from "./registry.js";

/** A YAML file with texts of the rehearsal. */
export const rehearsalTexts = (language: Language, name: string): URL =>
  new URL(`./${language}/rehearsal/${name}.yaml`, import.meta.url);

/** The folder with the project that `rostrum init` writes. */
export const projectTemplate = (language: Language): URL => new URL(`./${language}/templates/`, import.meta.url);
