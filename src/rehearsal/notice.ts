/** Tells readers that no language model is at work, so that nobody takes a rehearsal for one. */
import type { Language } from "../language.js";

const notices: Readonly<Record<Language, string>> = {
  en: "This is a rehearsal: no language model is at work, the lines come from built-in texts. To have a model speak, set OPENAI_API_KEY, or pass --model openai:NAME (or set ROSTRUM_MODEL); for a local server, set OPENAI_BASE_URL.",
  zh: "这是排演，没有语言模型参与，台词由内置文本拼成。要让语言模型发言，请设置 OPENAI_API_KEY，或用 --model openai:名称（也可设 ROSTRUM_MODEL）；本地服务请设 OPENAI_BASE_URL。",
};

/** What a rehearsal is and how to have a language model speak instead. */
export const rehearsalNotice = (language: Language): string => notices[language];

const shown = new Set<Language>();

/** Writes the notice to stderr, once in a process and language. */
export function showRehearsalNotice(language: Language): void {
  if (shown.has(language)) return;
  shown.add(language);
  process.stderr.write(`${notices[language]}\n`);
}
