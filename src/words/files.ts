/** The locations of a language's files. They are relative to this file, both in `src` and in the package. */
import type { Language } from "./registry.js";

/** Returns the URL of a YAML file with rehearsal texts. */
export const rehearsalTexts = (language: Language, name: string): URL =>
  new URL(`./${language}/rehearsal/${name}.yaml`, import.meta.url);

/** Returns the URLs of the folders that `rostrum init` copies into a new project. */
export const projectTemplates = (language: Language, program: "javascript" | "typescript"): URL[] =>
  ["project", program].map((folder) => new URL(`./${language}/templates/${folder}/`, import.meta.url));
