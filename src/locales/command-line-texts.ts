/** The texts of a language, and which language is asked for. */
import type { Language } from "../language.js";
import type { CliTexts } from "./command-line.js";
import { english } from "./en/command-line.js";
import { languageNamed } from "./registry.js";
import { chinese } from "./zh/command-line.js";

const texts: Readonly<Record<Language, CliTexts>> = { en: english, zh: chinese };

export function cliTexts(language: Language): CliTexts {
  return texts[language];
}

/** The language that `--lang` asks for, found before anything is parsed: help and complaints are to be in it as well. */
export function languageIn(argv: readonly string[]): Language | undefined {
  const at = argv.findIndex((argument) => argument === "--lang" || argument.startsWith("--lang="));
  const value = argv[at]?.startsWith("--lang=") ? argv[at]?.slice("--lang=".length) : argv[at + 1];
  return at === -1 ? undefined : languageNamed(value);
}
