/** Which of a listener's words are said again as they were said. */

import type { Language } from "../../../language.js";
import { countWords } from "../../../locales/word-count.js";
import type { ModelRequest } from "../../request.js";
import { isLoose } from "./words-english.js";

/** In words of the language; of a longer clause the beginning is said. */
const lengths = { en: { least: 3, longest: 11, share: 0.3 }, zh: { least: 4, longest: 18, share: 0.35 } } as const;
const longestInCharacters = 80;

const asking =
  /^(?:what|why|how|who|where|when|which)\b.*\s|怎么|为什么|什么|谁|多少|吗$|是不是|能不能|要不要|会不会|该不该/iu;
/** Letters without an end: no reader would know them again. */
const endless =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}]){25}|\S{105}/u;

/** A clause of a sentence, or the beginning of one. */
export function quotationOf(
  sentence: string,
  isOrder: boolean,
  { language, wordLimit }: Pick<ModelRequest, "language" | "wordLimit">,
): string | undefined {
  const { least, share, ...most } = lengths[language];
  const longest = Math.min(most.longest, Math.max(3, Math.floor(wordLimit * share)));
  const words = (clause: string) => countWords(clause, language);
  const clauses = sentence
    .split(/[,;:!?()/+$&，；：！？。、（）…\n]+|\.(?=\s|$)|\s[—–-]+\s|——/u)
    .map((clause) => clause.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ""))
    .map((clause) => clause.replace(/^(?:(?:please|and|but|so|because)\s+|请)(?=\p{L})/iu, ""))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause) && !endless.test(clause));
  const whole = clauses.filter((clause) => words(clause) <= longest && clause.length <= longestInCharacters);
  const question = whole.find((clause) => asking.test(clause));
  if (question !== undefined) return question;
  const [first] = whole;
  if (isOrder && first !== undefined && words(first) > 1) return first;
  const fullest = [...whole].sort((one, other) => words(other) - words(one))[0];
  if (fullest !== undefined && (words(fullest) >= least || clauses.length === whole.length)) return fullest;
  return clauses.map((clause) => beginningOf(clause, longest, language)).find(Boolean) ?? fullest;
}

function beginningOf(clause: string, longest: number, language: Language): string | undefined {
  return /\p{Script=Han}/u.test(clause)
    ? chineseBeginning(clause, longest, language)
    : spacedBeginning(clause, longest, language);
}

function chineseBeginning(clause: string, longest: number, language: Language): string | undefined {
  let start = "";
  for (const { segment } of new Intl.Segmenter("zh", { granularity: "word" }).segment(clause.slice(0, 80))) {
    if (countWords(start + segment, language) >= longest || start.length + segment.length > lengths.zh.longest) break;
    start += segment;
  }
  return [...start].length >= 2 ? `${start}……` : undefined;
}

/** As many words as fit; up to where another clause begins, or else not ending on one that leans on the next. */
function spacedBeginning(clause: string, longest: number, language: Language): string | undefined {
  const words = clause.split(/\s+/).slice(0, longest);
  const joint = words.findLastIndex((word) => /^(?:and|but|because|when|while|which|if|so)$/iu.test(word));
  const isWhole = joint > 2;
  if (isWhole) words.splice(joint);
  while (words.length > 2 && isLoose(words.at(-1) as string)) words.pop();
  const end = words.reduce((at, word) => clause.indexOf(word, at) + word.length, 0);
  if (end > longestInCharacters || countWords(clause.slice(0, end), language) > longest) return undefined;
  return isWhole ? clause.slice(0, end) : `${clause.slice(0, end)} …`;
}
