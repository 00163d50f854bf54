/** What a team works on, in words that fit where an act or a thing can stand: "what … would cost". */
import type { ModelRequest } from "../../request.js";
import { subjectsOf } from "../subject.js";
import { phrasesOf } from "../texts.js";

/** Teams get orders rather than questions, "Write a report on …": the rest is what they are about. */
const orders = {
  en: /^(?:please )?(?:plan|write|prepare|organi[sz]e|draft|research|design|investigate|develop|create|produce|outline|review|study|assess|evaluate|explore|find out)\s+(?:(?:up|us|me)\s+)?(?:an?\s+(?:[\p{L}-]+\s+)?(?:request|report|plan|proposal|paper|memo|study|guide|strategy|overview|analysis)\s+(?:on|about|for|of)\s+)?/iu,
  zh: /^请?(?:写|拟|起草|制定|准备|策划|筹备|筹划|规划|设计|调查|调研|研究|分析)(?:一(?:份|篇|个|次|场|回|下)|出)?(?:关于)?|的(?:报告|简报|方案|计划|策划)(?=[。！]?$)/gu,
} as const;

const plainNoun = /^(?:the|our|an?) (?!.*\b(?:how|what|why|whether|which|that|who|and)\b)[\p{L}'’ -]{3,42}\.?$/u;

/** At least one phrase; each next one says less. */
function subjectsFor(request: ModelRequest): string[] {
  const topic = request.topic.trim().replace(orders[request.language], "");
  // What an order is about stands after it as one noun: "Plan the opening of the new reading room."
  if (topic !== request.topic.trim() && plainNoun.test(topic)) return [topic.replace(/\.$/u, "")];
  const subjects = subjectsOf({ topic: topic || request.topic, language: request.language });
  // "Why does it happen?" is about the one it happens to, who stands last, rather than about its happening.
  const phrases = (/为什么|为何|为啥/u.test(request.topic) ? subjects.slice(-1) : subjects)
    .map((subject) => subject.replace(/^(?:[\p{L}]+ing )?of /u, ""))
    .filter((subject) => !/[?？]|^[a-z]+ing [a-z]+ing\b/u.test(subject));
  // A single English word besides better ones is often no noun: "quiet", "open".
  const whole = phrases.filter((subject) => /\s|\p{Script=Han}/u.test(subject));
  const usable = whole.length > 0 ? whole : phrases;
  return usable.length > 0 ? [...new Set(usable)] : [phrasesOf[request.language].anySubject];
}

/** One of the phrases; they go round. */
export function subjectAt(index: number, request: ModelRequest): string {
  const subjects = subjectsFor(request);
  return subjects[index % subjects.length] as string;
}
