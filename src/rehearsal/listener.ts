/** Answers to listeners: an interjection is taken up first, in its own words, by name. */
import { listenerNames } from "../locales/moderator.js";
import type { OpenInterjection, SpeechRequest } from "../models/request.js";
import { sentencesOf } from "../text/sentences.js";
import { countWords } from "../text/word-count.js";
import { isListener } from "./hearing.js";
import { addressOf, isInLanguage, isNamed } from "./names.js";
import { fitParts, joined, type Pick } from "./phrasing.js";
import { type InterjectionKind, type Texts, textsOf } from "./texts.js";

const nameless = new Set(Object.values(listenerNames).map((name) => name.toLowerCase()));

/** How a listener is called: by name, if there is one. */
export function listenerName(speaker: string, request: SpeechRequest | Parameters<typeof addressOf>[1]): string {
  return nameless.has(speaker.trim().toLowerCase())
    ? textsOf(request.language, "listener").nameless
    : addressOf(speaker, request);
}

/** Whether a listener asks for a shorter answer. */
export const wantsLess = (text: string): boolean =>
  /\b(?:brief|short|shorter|quick)\b|简短|短一点|简单点|长话短说/iu.test(text);

function kindIn(text: string): InterjectionKind {
  if (
    /[?？]\s*$|吗$|呢$/u.test(text.trim()) ||
    /^(?:what|why|who|how|when|where|which)\b|为什么|怎么|什么/iu.test(text)
  )
    return "question";
  return /^(?:please|tell|let|stop|give|show|explain|talk)\b|,\s*(?:please|tell|talk|explain)\b|^请|说说|讲讲|谈谈|别|吧[。！]?$/iu.test(
    text.trim(),
  )
    ? "request"
    : "statement";
}

/** The listener's own words, without the name they begin with; undefined where they cannot be quoted. */
export function listenerQuote(
  text: string,
  request: SpeechRequest | Parameters<typeof addressOf>[1],
): string | undefined {
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
  if (!latest || (lines.length === 1 && omitted === 0) || !isListener(latest.speaker, request)) return undefined;
  const isForMe = isNamed(request.self, latest.text, request);
  const isForOthers = !isForMe && request.cast.some((one) => isNamed(one, latest.text, request));
  return isForOthers || !nameless.has(latest.speaker.toLowerCase()) ? undefined : { ...latest, isPersonal: isForMe };
}

/** The request up to what a listener has said to somebody else. */
export function withoutOthersCalls(request: SpeechRequest): SpeechRequest {
  const { lines, omitted } = request.conversation;
  const latest = lines.at(-1);
  const isLeft =
    latest && lines.length > 1 && isListener(latest.speaker, request) && nameless.has(latest.speaker.toLowerCase());
  return isLeft && !interjectionFor(request)
    ? withoutOthersCalls({ ...request, conversation: { lines: lines.slice(0, -1), omitted } })
    : request;
}

/** One or two sentences that answer a listener. */
export function answerListener(
  interjection: OpenInterjection,
  request: SpeechRequest,
  pick: Pick,
  room: number,
): string | undefined {
  const { language } = request;
  const texts = textsOf(language, "listener");
  const quote = listenerQuote(interjection.text, request);
  const slots = { name: listenerName(interjection.speaker, request), quote };
  const kind = kindIn(quote ?? "");
  const from = (patterns: Texts, rank: number, share = 1) => ({
    rank,
    make: (limit: number) => pick(patterns, slots, { limit: limit * share }),
  });
  const said = fitParts(
    quote && !wantsLess(interjection.text)
      ? [from(texts[kind], 0), from(texts.answers[kind], 1, 0.5)]
      : [from(quote ? texts[kind] : texts.unclear, 0)],
    { ...request, wordLimit: Math.min(room, Math.max(6, Math.floor(request.wordLimit * 0.75))) },
  );
  return joined(said, language) || pick(texts.tiny, slots, { limit: room });
}
