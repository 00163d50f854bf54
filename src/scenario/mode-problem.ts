/** What is wrong with a mode's name. */
import type { Language } from "../language.js";
import { nearestName } from "../text/nearest-name.js";

const modeSentences = {
  en: {
    missing: (known: string) => `is missing; one of ${known}`,
    notText: (known: string) => `must be one of ${known}`,
    unknown: (mode: string, nearest: string | undefined, known: string) =>
      `there is no mode “${mode}”; ${nearest ? `did you mean ${nearest}?` : `there is ${known}`}`,
  },
  zh: {
    missing: (known: string) => `缺少；可用：${known}`,
    notText: (known: string) => `只能是 ${known} 之一`,
    unknown: (mode: string, nearest: string | undefined, known: string) =>
      `没有“${mode}”这个模式；${nearest ? `是不是 ${nearest}？` : `可用：${known}`}`,
  },
};

/** What is wrong with a mode's name, or undefined. */
export function modeProblem(mode: unknown, known: readonly string[], language: Language): string | undefined {
  const say = modeSentences[language];
  const list = known.join(language === "zh" ? "、" : ", ");
  if (mode === undefined || mode === null) return say.missing(list);
  if (typeof mode !== "string") return say.notText(list);
  return known.includes(mode) ? undefined : say.unknown(mode, nearestName(mode, known), list);
}
