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
  if (request.interjection) return request.interjection;
  const { lines, omitted } = request.conversation;
  const latest = lines.at(-1);
  if (!latest || lines.length + omitted < 2 || !isListener(latest.speaker, request)) return undefined;
  const isForMe = isNamed(request.self, latest.text, request);
  const isForOthers = !isForMe && request.cast.some((one) => isNamed(one, latest.text, request));
  return isForOthers || !isNameless(latest.speaker) ? undefined : { ...latest, isPersonal: isForMe };
}

/** The request up to what a listener has said to somebody else. */
export function withoutOthersCalls(request: SpeechRequest): SpeechRequest {
  const { lines, omitted } = request.conversation;
  const latest = lines.at(-1);
  const isCall = latest && lines.length > 1 && isListener(latest.speaker, request) && isNameless(latest.speaker);
  if (!isCall || interjectionFor(request)) return request;
  return withoutOthersCalls({ ...request, conversation: { lines: lines.slice(0, -1), omitted } });
}

/** One or two sentences that answer a listener; one where a shorter answer is asked for. */
export function answerListener({ speaker, text }: OpenInterjection, request: SpeechRequest, room: number): string {
  const { language, wordLimit } = request;
  const quote = listenerQuote(text, request);
  const kinds = ["question", "request"] as const;
  const kind = kinds.find((one) => reads(language, `listener.${one}`, quote ?? "")) ?? "statement";
  const voice = new Voice(request, { name: listenerName(speaker, request), quote });
  const answer: Part = [1, (limit) => voice.say(`listener.answers.${kind}`, { limit: limit / 2 })];
  const isShort = !quote || reads(language, "listener.less", text);
  const first: Part = [0, quote ? `listener.${kind}` : "listener.unclear"];
  const most = Math.min(room, Math.max(6, Math.floor(wordLimit * 0.75)));
  return voice.speak(isShort ? [first] : [first, answer], "listener.tiny", most);
}
