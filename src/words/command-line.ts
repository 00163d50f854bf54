import type { CommandLineWords } from "./en/command-line.js";
import { localeCode } from "./locale-code.js";
import type { Language } from "./registry.js";
import { languageNamed, locales } from "./registry.js";

export type CliTexts = CommandLineWords & { readonly language: Language };
export type RunTexts = CliTexts["run"];
export type TakingPartTexts = CliTexts["takingPart"];

export const cliTexts = (language: Language): CliTexts => ({ ...locales[language].commandLine, language });

export const languageOfLocale = (environment: Readonly<Record<string, string | undefined>>): Language | undefined =>
  languageNamed(localeCode(environment));

/** Reads `--lang` without the argument parser, because the parser's own help and errors depend on the language. */
export function languageIn(argv: readonly string[]): Language | undefined {
  const at = argv.findLastIndex((argument) => argument === "--lang" || argument.startsWith("--lang="));
  const value = argv[at]?.startsWith("--lang=") ? argv[at]?.slice("--lang=".length) : argv[at + 1];
  return at === -1 ? undefined : languageNamed(value);
}
