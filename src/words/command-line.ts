/** What the command line says in each language, and which language a command asks for. */

import type { CommandLineWords } from "./en/command-line.js";
import type { Language } from "./registry.js";
import { languageNamed, locales } from "./registry.js";

/** What the command line says in a language. */
export type CliTexts = CommandLineWords & { readonly language: Language };
export type RunTexts = CliTexts["run"];
export type TakingPartTexts = CliTexts["takingPart"];

export const cliTexts = (language: Language): CliTexts => ({ ...locales[language].commandLine, language });

/** The language of `--lang`, found before anything is parsed, because help and errors are in it as well. */
export function languageIn(argv: readonly string[]): Language | undefined {
  const at = argv.findIndex((argument) => argument === "--lang" || argument.startsWith("--lang="));
  const value = argv[at]?.startsWith("--lang=") ? argv[at]?.slice("--lang=".length) : argv[at + 1];
  return at === -1 ? undefined : languageNamed(value);
}
