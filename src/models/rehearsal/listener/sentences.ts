/** A listener's words, sentence by sentence, without markup and without calling anybody. */
import type { ModelRequest } from "../../request.js";

/** So many are read: enough to find what somebody wants. */
const mostSentences = 40;

const markup = /<[^<>\n]{0,80}>|\bhttps?:\S+/giu;
/** Marks, pictures, and what a reader does not see. */
const unspeakable =
  /(?:[*_`#|~^\\{}[\]<>=“”"「」『』《》«»„\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}\p{Extended_Pictographic}\p{Regional_Indicator}\u200b\u2028\u2029\u2060\ufeff\u{e0000}-\u{e007f}]|\ufe0f)+/gu;

const beginning =
  /^(?:[^\p{L}\p{N}]+|(?:user|assistant|system|moderator|用户|主持人|助手|系统)\s*[:：]|(?:hey|hello|hi|well|so|and|but|okay|ok|now|oh|excuse me|sorry|dear|look|listen|tell me|please)(?:\s+(?:there|all|everyone|everybody))?\s*[,，!]\s*|(?:喂|嗨|你好|您好|大家好|各位|那么|请问|好吧|那|哎)[，,、\s]*)/iu;
const ending = /\s*[?？!！.。]*$/u;

/** Sentences that hold words. What is taken out parts them: nothing may be joined that was apart. */
export function sentencesIn(text: string, { cast }: Pick<ModelRequest, "cast">): string[] {
  const plain = text
    .slice(0, 4000)
    .replace(markup, "\n")
    .replace(unspeakable, "\n")
    .replace(/\s{4,}/gu, "\n");
  const forms = cast.flatMap(({ name }) => formsOf(name)).sort((one, other) => other.length - one.length);
  return (plain.match(/[^.!?。！？\n]+[.!?。！？]*/gu) ?? [])
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(0, mostSentences)
    .map((sentence) => withoutCalls(sentence.trim(), forms))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** "Mara, what …?" and "what …, Mara?" without the name. */
function withoutCalls(sentence: string, forms: readonly string[]): string {
  const end = ending.exec(sentence)?.[0].trim() ?? "";
  let rest = sentence.replace(ending, "");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(beginning, "");
    const first = forms.find((form) => rest.toLowerCase().startsWith(form.toLowerCase()));
    if (first && /^\s*[,，、:：—–-]|^$|^(?:老师|先生|女士|师傅)?(?:你|您)/u.test(rest.slice(first.length)))
      rest = rest.slice(first.length);
    const last = forms.find((form) => rest.endsWith(form));
    if (last && /[,，、—–-]\s*$/u.test(rest.slice(0, -last.length)))
      rest = rest.slice(0, -last.length).replace(/[,，、—–-]\s*$/u, "");
    rest = rest.trim();
  }
  return rest === "" ? "" : rest + end;
}

/** Parted where somebody of the cast is named. */
export function withoutNames(sentence: string, { cast }: Pick<ModelRequest, "cast">): string {
  return cast.flatMap(({ name }) => formsOf(name)).reduce((rest, form) => rest.replaceAll(form, ","), sentence);
}

/** A name and its first word; single characters are too often something else. */
function formsOf(name: string): string[] {
  return [...new Set([name, name.split(/\s+/)[0] ?? ""])].filter((form) => [...form].length > 1);
}
