/** Answers to listeners: an interjection is taken up first, in its own words, by name. */
import { languages, locales } from "../locales/registry.js";
import { countWords } from "../locales/word-count.js";
import type { ModelRequest, OpenInterjection, SpeechRequest } from "../models/request.js";
import { sentencesOf } from "../text/sentences.js";
import { isListener } from "./hearing.js";
import { addressOf, isInLanguage, isNamed } from "./names.js";
import { type Part, Voice } from "./phrasing.js";
import { reads, valueAt } from "./texts.js";

const isNameless = (speaker: string) => languages.some((language) => locales[language].listener === speaker.trim());

/** How a listener is called: by name, if there is one. */
export const listenerName = (speaker: string, request: ModelRequest): string =>
  isNameless(speaker) ? valueAt(request.language, "listener.nameless") : addressOf(speaker, request);

/** The listener's own words, without the name they begin with; undefined where they cannot be quoted. */
export function listenerQuote(text: string, request: ModelRequest): string | undefined {
  const { language, cast } = request;
  const whole = (sentencesOf(text)[0] ?? "").trim().replace(/[.。!！]+$/u, "");
  const [calling = "", ...rest] = whole.split(/[,，]\s*/u);
  const isCalling = rest.length > 0 && cast.some((one) => isNamed(one, calling, request));
  const words = (isCalling ? whole.slice(calling.length + 1) : whole).trim();
  const longest = language === "zh" ? 36 : 20;
  const clause = countWords(words, language) > longest ? (words.split(/[,，;；]/u)[0] ?? "").trim() : words;
  const isPlain = !/[:：<>#{}`*“”"[\]|\\\n\p{C}]/u.test(clause) && /\p{L}/u.test(clause) && clause.length < 160;
  return isPlain && isInLanguage(clause, language) && countWords(clause, language) <= longest ? clause : undefined;
}

/** What waits for an answer: what the request says, or what somebody without a name has just said to all or to the speaker. */
export function interjectionFor(request: SpeechRequest): OpenInterjection | undefined {
  const { lines, omitted } = request.conversation;
  const latest = lines.at(-1);
  if (request.interjection || !latest || lines.length + omitted < 2) return request.interjection;
  if (!isListener(latest.speaker, request) || !isNameless(latest.speaker)) return undefined;
  const isPersonal = isNamed(request.self, latest.text, request);
  const isForOthers = !isPersonal && request.cast.some((one) => isNamed(one, latest.text, request));
  return isForOthers ? undefined : { ...latest, isPersonal };
}

/** One or two sentences that answer a listener, in so many words at most. */
export function answerListener({ speaker, text }: OpenInterjection, request: SpeechRequest, most: number): string {
  const quote = listenerQuote(text, request);
  const kind = reads(request.language, "listener.question", quote ?? "") ? "question" : "statement";
  const voice = new Voice(request, { name: listenerName(speaker, request), quote });
  const answer: Part = [1, (limit) => voice.say(`listener.answers.${kind}`, { limit: limit / 2 })];
  const parts: Part[] = quote ? [[0, `listener.${kind}`], answer] : [[0, "listener.unclear"]];
  return voice.speak(parts, "listener.tiny", most);
}
