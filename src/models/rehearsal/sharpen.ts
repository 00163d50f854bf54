/** One question to open the conversation with, made of the topic. */

import { countWords } from "../../locales/word-count.js";
import type { SharpenRequest } from "../request.js";
import { chanceInDebate } from "./luck.js";
import { subjectsOf } from "./subject.js";
import { fill } from "./template.js";
import { phrasesOf } from "./texts.js";

/** The topic itself where it is a question already, else a question about its subject. */
export function sharpen(request: SharpenRequest): string {
  const { language, wordLimit } = request;
  const topic = request.topic.replace(/\s+/g, " ").trim();
  const fits = (text: string) => countWords(text, language) <= wordLimit;
  if (/[?？]$/u.test(topic) && fits(topic)) return topic;
  if (language === "zh" && isUnmarkedQuestion(topic) && fits(topic)) return `${topic.replace(/[。.!！]+$/u, "")}？`;
  const direct = language === "en" ? directQuestion(topic) : undefined;
  if (direct && fits(direct)) return direct;
  // Of "tabs or spaces" the subject would name only one.
  const isPair = /^[\p{L}\p{M}'’ -]{3,60}$/u.test(topic) && / (?:or|and|vs|versus) /.test(topic);
  const subject = isPair ? topic.charAt(0).toLowerCase() + topic.slice(1) : subjectsOf(request)[0];
  const { topicQuestions } = phrasesOf[language];
  const start = Math.floor(chanceInDebate(request, 0, "topic") * topicQuestions.length);
  const questions = topicQuestions.map(
    (_, index) => fill(topicQuestions[(start + index) % topicQuestions.length] ?? "", { subject }) ?? "",
  );
  return questions.find(fits) ?? `${subject}${language === "en" ? "?" : "？"}`;
}

/** "May robots own property?" from "whether robots may own property". */
function directQuestion(topic: string): string | undefined {
  const plain = topic.replace(/[.!?]+$/u, "");
  const [, act] = /^whether to ([^.,;:?!]+)$/iu.exec(plain) ?? [];
  if (act) return `Should we ${act}?`;
  const [, who, modal = "", rest] =
    /^whether ([^.,;:?!]+?) (should|may|can|could|must|might|will|would) ([^.;:?!]+)$/iu.exec(plain) ?? [];
  return who ? `${modal.charAt(0).toUpperCase()}${modal.slice(1).toLowerCase()} ${who} ${rest}?` : undefined;
}

/** Chinese topics ask by their words; the mark is often left out. */
function isUnmarkedQuestion(topic: string): boolean {
  return (
    /该不该|要不要|能不能|可不可以|会不会|好不好|还是|是否|如何|怎么|怎样|为什么|吗$|呢$/u.test(topic) &&
    !/[。；\n]./u.test(topic)
  );
}
