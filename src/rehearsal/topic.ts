/** What a topic asks for, and what it can be called. Topics are never bent: a phrase stands in them as it is, or there is none. */
import type { Language } from "../language.js";
import { countWords } from "../locales/word-count.js";
import type { Participant } from "../state/participant.js";
import { declaredStance } from "./description.js";
import { isInLanguage } from "./names.js";
import { patternAt, reads } from "./texts.js";

/** `proposal` can be accepted or refused, `claim` is true or false, `open` has many answers. */
export type TopicKind = "proposal" | "claim" | "open";

type TopicOf = { readonly topic: string; readonly language: Language };

function coreOf({ topic, language }: TopicOf): string {
  const sentences = (topic.slice(0, 400).match(/[^.!?。！？\n]+[.!?。！？]*/gu) ?? []).map((one) => one.trim());
  return sentences.findLast((one) => reads(language, "topic.asks", one)) ?? sentences[0] ?? "";
}

/** What is asked. Of a mere noun it depends on whether anybody is for or against it. */
export function kindOf(scene: TopicOf & { readonly cast: readonly Participant[] }): TopicKind {
  const core = coreOf(scene).replace(/[.。!！]$/u, "");
  const kind = (["open", "proposal", "claim"] as const).find((one) => reads(scene.language, `topic.${one}`, core));
  if (kind) return kind;
  return scene.cast.some((one) => ["for", "against"].includes(declaredStance(one) ?? "")) ? "proposal" : "open";
}

/** Whether “yes” means to leave things as they are. */
export function asksToKeep(scene: TopicOf): boolean {
  const core = coreOf(scene);
  return reads(scene.language, "topic.keeps", core) && !reads(scene.language, "topic.drops", core);
}

/** A noun phrase with its article, as it stands in an English topic: what is done something to, or else who does it. */
function englishPhrase(core: string): string | undefined {
  const clause = core.split(/[,;:–—]| - /u)[0] ?? "";
  const is = (what: string, text: string) => reads("en", `phrase.${what}`, text);
  let subject: string | undefined;
  for (const match of clause.matchAll(/(?<![\p{L}'’-])(the|our|my|a|an|this|these|its|his|her|their) /giu)) {
    const words = clause
      .slice(match.index + match[0].length)
      .replace(/[?!.]+$/u, "")
      .split(/\s+/u);
    const end = words.findIndex((word) => is("end", word) || !/^[\p{L}\p{N}'’-]+$/u.test(word));
    const noun = end < 0 ? words : words.slice(0, end);
    const [before, after] = [clause.slice(0, match.index), words[noun.length] ?? ""];
    const isHalf = is("preposition", before) || is("rest", after) || /ly$/u.test(noun.at(-1) ?? "");
    if (noun.length === 0 || noun.length > 3 || isHalf) continue;
    const article = (match[1] ?? "").toLowerCase();
    const phrase = `${/^(?:its|his|her|their)$/u.test(article) ? "the" : article} ${noun.join(" ")}`;
    if (!is("subject", before)) return phrase;
    if (/^should\s$/iu.test(before) && noun.length === 1 && is("state", after)) subject = phrase;
  }
  return subject;
}

function chinesePhrase(core: string): string | undefined {
  const plain = core.replace(/[？?。！!吗呢]+$/u, "");
  const isUsable = (found: string) =>
    /^[\p{Script=Han}\p{L}\p{N}]{2,14}$/u.test(found) && !reads("zh", "phrase.unusable", found);
  return ["modal", "how", "what"].map((one) => patternAt("zh", `phrase.${one}`).exec(plain)?.[1] ?? "").find(isUsable);
}

/** A noun phrase taken from the topic word for word; undefined where none can be told for certain. */
export function subjectOf(scene: TopicOf): string | undefined {
  const core = coreOf(scene);
  if (!isInLanguage(core, scene.language)) return undefined;
  if (scene.language === "zh") return chinesePhrase(core);
  return reads("en", "phrase.unasked", core) ? undefined : englishPhrase(core);
}

/** The topic as it can be quoted: whole, on one line; undefined where it is too long or has marks of its own. */
export function topicIn({ topic, language }: TopicOf, longest = 24): string | undefined {
  // A Chinese question is quoted without its mark: a comma follows.
  const text = topic.trim().replace(language === "zh" ? /[。？?]$/u : /\.$/u, "");
  const isPlain = text !== "" && !/[\n“”"*{}<>#`:：[\]\\|]/u.test(text) && /\p{L}/u.test(text);
  return isPlain && countWords(text, language) <= longest * (language === "zh" ? 1.6 : 1) ? text : undefined;
}
