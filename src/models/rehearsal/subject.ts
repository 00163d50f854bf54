/** Short phrases that name what a topic is about, taken from the topic itself; the first one names most of it. */
import type { Brief } from "../../domain/brief.js";
import { englishSubjects } from "./subject-en.js";
import { chineseSubjects } from "./subject-zh.js";
import { phrasesOf } from "./texts.js";

/** Topics can be whole documents; what they are about stands in the question, or else at the beginning. */
const longestExcerpt = 300;

/** At least one phrase that can stand wherever a noun can. */
export function subjectsOf({ topic, language }: Pick<Brief, "topic" | "language">): string[] {
  const question = keySentence(topic);
  if ((question.match(/[{}=<>;\\|]/g)?.length ?? 0) > 1) return [phrasesOf[language].anySubject];
  const found = /\p{Script=Han}/u.test(question) ? chineseSubjects(question) : englishSubjects(question);
  const usable = [...new Set(found)].filter((phrase) => phrase.length <= 48);
  return usable.length > 0 ? usable.slice(0, 4) : [phrasesOf[language].anySubject];
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
  return /^(?:what|how|why|which|where|when|who)\b|如何|怎么|怎样|为什么|为何|什么|哪/iu.test(keySentence(topic));
}
