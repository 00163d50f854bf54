/** What can be read out of a listener's words: what they want, and which of them can be taken up. */
import type { Language } from "../../../language.js";
import type { ConversationBrief } from "../conversation-brief.js";
import type { Kind } from "./kind.js";
import { quotationOf } from "./quotation.js";
import { sentencesIn, withoutNames } from "./sentences.js";
import { chineseKind, chineseTopic, isChinese } from "./words-chinese.js";
import { englishKind, englishTopic, isEnglish } from "./words-english.js";

export interface Reading {
  readonly kind: Kind;
  /** Words of theirs, as they said them. */
  readonly quote: string | undefined;
  /** A noun phrase of theirs, fit to follow "about". */
  readonly topic: string | undefined;
  /** Whether they want it shorter. */
  readonly wantsLess: boolean;
}

const isIn: Readonly<Record<Language, (text: string) => boolean>> = { en: isEnglish, zh: isChinese };
const kindOf = { en: englishKind, zh: chineseKind } as const;
const topicOf = { en: englishTopic, zh: chineseTopic } as const;

/** The kinds that want an answer most. */
const byUrgency: readonly Kind[] = ["doing", "reason", "yesOrNo", "question", "request", "command", "statement"];

const shorter =
  /\b(?:request(?:ly)?|short(?:er|ly)?|concise|to the point|few(?:er)? words|less talk|hurry up|quick(?:er|ly)?)\b|简短|简洁|长话短说|短一?点|短些|少说|说重点|讲重点|快一?点/iu;

/** Reads what was said to whoever answers the request. */
export function readingOf(text: string, request: ConversationBrief): Reading {
  const { language } = request;
  const worded = sentencesIn(text, request);
  const understood = worded.filter(isIn[language]);
  const kinds = understood.map((sentence) => ({ sentence, kind: kindOf[language](sentence) }));
  const found = byUrgency.map((wanted) => kinds.find(({ kind }) => kind === wanted)).find(Boolean);
  if (found === undefined) {
    const [first] = worded;
    const quote = first && quotationOf(first, false, request);
    return { kind: first ? "foreign" : "wordless", quote, topic: undefined, wantsLess: false };
  }
  const { sentence, kind } = found;
  const topic = topicOf[language](withoutNames(sentence, request));
  const quotations = [sentence, ...understood].map((each) => quotationOf(each, kind === "command", request));
  // Half a clause says less than what it is about.
  const quote = quotations.find((each) => each !== undefined && !(topic && each.endsWith("…")));
  // What can be taken up of it is all that there is to answer.
  if (quote === undefined && topic === undefined) return { kind: "wordless", quote, topic, wantsLess: false };
  return { kind, quote, topic, wantsLess: kind === "command" && shorter.test(sentence) };
}
