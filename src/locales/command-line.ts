/** What the command line says in each language, and which language a command asks for. */
import type { Language } from "../language.js";
import { type CliTexts, english } from "./en/command-line.js";
import { languageNamed } from "./registry.js";
import { chinese } from "./zh/command-line.js";

export type { CliTexts } from "./en/command-line.js";
export type RunTexts = CliTexts["run"];
export type TakingPartTexts = CliTexts["takingPart"];

const texts: Readonly<Record<Language, CliTexts>> = { en: english, zh: chinese };

export const cliTexts = (language: Language): CliTexts => texts[language];

/** The language of `--lang`, found before anything is parsed, because help and errors are in it as well. */
export function languageIn(argv: readonly string[]): Language | undefined {
  const at = argv.findIndex((argument) => argument === "--lang" || argument.startsWith("--lang="));
  const value = argv[at]?.startsWith("--lang=") ? argv[at]?.slice("--lang=".length) : argv[at + 1];
  return at === -1 ? undefined : languageNamed(value);
}
