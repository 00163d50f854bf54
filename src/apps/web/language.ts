import type { Language } from "../../words/registry.js";
import { defaultLanguage, languageNamed } from "../../words/registry.js";

export function languageOf({ url, headers }: Request): Language {
  const asked = new URL(url).searchParams.get("lang") ?? headers.get("accept-language") ?? "";
  return languageNamed(asked.slice(0, 2).toLowerCase()) ?? defaultLanguage;
}
