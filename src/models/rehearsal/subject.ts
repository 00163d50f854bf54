/** Short phrases that name what a topic is about, taken from the topic itself; the first one names most of it. */
import type { ModelRequest } from "../request.js";
import { isInLanguage } from "./spoken.js";
import { englishChoice, englishSubjects } from "./subject-en.js";
import { chineseChoice, chineseSubjects } from "./subject-zh.js";
import { phrasesOf } from "./texts.js";

/** Topics can be whole documents; what they are about stands in the question, or else at the beginning. */
const longestExcerpt = 300;

/** At least one phrase that can stand wherever a noun can; a neutral one where the topic gives none for certain. */
export function subjectsOf({ topic, language }: Pick<ModelRequest, "topic" | "language">): string[] {
  const { anySubject, aChoice } = phrasesOf[language];
  const question = keySentence(topic);
  if ((question.match(/[{}=<>;|]/g)?.length ?? 0) > 1) return [anySubject];
  if (!isInLanguage(question, language)) return [isName(question) ? question : anySubject];
  if (isChoice(question)) return [(language === "zh" ? chineseChoice : englishChoice)(question) ?? aChoice];
  const found = language === "zh" ? chineseSubjects(question) : englishSubjects(question);
  const usable = [...new Set(found)].filter((phrase) => phrase.length <= 48);
  return usable.length > 0 ? usable.slice(0, 4) : [anySubject];
}

/** A single foreign word, such as "Kubernetes", can be said in any sentence. */
function isName(text: string): boolean {
  return /^[\p{Lu}\p{N}][\p{L}\p{N}-]{1,19}$/u.test(text);
}

/** The topic's question, if it holds one, else its first sentence. */
function keySentence(topic: string): string {
  const sentences = topic.slice(0, 6000).match(/[^.!?。！？\n]+[.!?。！？]?/gu) ?? [];
  const worded = sentences.map((sentence) => sentence.trim()).filter((sentence) => /\p{L}{2}/u.test(sentence));
  const question = worded.find((sentence) => /[?？]$/u.test(sentence));
  return (question ?? worded[0] ?? "").slice(0, longestExcerpt);
}

/** Whether a topic asks for more than a yes or a no. */
export function isOpen(topic: string): boolean {
  const question = keySentence(topic);
  return (
    isChoice(question) || /^(?:what|how|why|which|where|when|who)\b|如何|怎么|怎样|为什么|为何|什么|哪/iu.test(question)
  );
}

/** Whether a topic asks which of two. */
function isChoice(question: string): boolean {
  return /还是(?!不)|\bor\b(?! (?:not|no)\b)/iu.test(question);
}

/** Whether a topic asks if what is there should stay: who is for it then speaks against change. */
export function asksToKeep(topic: string): boolean {
  const question = keySentence(topic);
  if (/\b(?:not|stop|cease|no longer)\b|n't\b|不再|停止|取消/iu.test(question)) return false;
  return (
    /^(?:should|shall|must|may|can|could|will|would|ought|whether|if|do|does|is it)\b[^,;:]*?\b(?:keep|remain|stay|preserve|retain|maintain|conserve)\b(?! (?:[a-z]+ )?(?:away|out|off|from)\b)/iu.test(
      question,
    ) ||
    /^(?:keep|preserve|retain|maintain|keeping|preserving|retaining)\b/iu.test(question) ||
    /(?:要不要|该不该|是否|应不应该|应该不应该|应该|应当|能不能|可不可以|值不值得|有没有必要|需不需要|该|要)(?:继续|再|接着|永远|一直)*(?:保留|保持|维持|保住|留住|留下|保存|延续)/u.test(
      question,
    )
  );
}
