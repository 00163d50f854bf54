import type { ModelRequest, SpeechRequest } from "../../core/model-request.js";
import type { Participant } from "../../core/state/participant.js";
import { readAddresses } from "../../core/text/address.js";
import { nameForms } from "../../core/text/name-forms.js";
import { isModeratorName } from "../../core/text/reserved-names.js";
import { sentencesOf } from "../../core/text/sentences.js";
import { countWords } from "../../core/text/word-count.js";
import type { OpenInterjection } from "../../records/request.js";
import { languages, locales } from "../../words/registry.js";
import { chanceInTurn, pickInTurn } from "./luck.js";
import { addressOf, isInLanguage, namesOf, type Part, Voice } from "./phrasing.js";
import { lengthOf, reads, type Theme, valueAt } from "./texts.js";
import { argumentIn, kindOf, stanceOf, themeIn, wishOf } from "./topic.js";

export interface Heard {
  /**
   * `prompted`: the latest message that is not from a listener is from the leader. `opening`: nobody in the cast has
   * spoken yet.
   */
  readonly relation: "agree" | "disagree" | "weigh" | "asked" | "prompted" | "continuing" | "opening";
  /** The name by which the speaker addresses the previous speaker. */
  readonly name?: string;
  readonly theme?: Theme | undefined;
  readonly quote?: string | undefined;
  readonly isNamed?: boolean;
  /** Whether the latest message asks the participant a question. Also true if the relation is `prompted`. */
  readonly isAsked?: boolean;
  readonly isOpposed?: boolean;
}

/**
 * Returns a few words of a text, verbatim: from a known argument if the text contains one; otherwise from any sentence.
 * Takes only the first clause of a long sentence. Undefined if nothing is suitable.
 */
export function quoteFrom(text: string, request: ModelRequest): string | undefined {
  const { language, cast } = request;
  const longest = lengthOf(language, "longestQuote");
  const known = argumentIn(text, request)?.sentence;
  const names = nameForms(namesOf(cast)).flat();
  const pieces = known ? [known] : sentencesOf(text.replace(/\*[^*]*\*/gu, ""));
  const quotable = pieces.flatMap((sentence) => {
    const whole = sentence.trim().replace(/(?<![.!。！])[.!。！]+$/u, "");
    const isShort = countWords(whole, language) <= longest;
    const quote = isShort ? whole : (whole.split(/[,;，；]/u)[0] ?? "");
    const words = countWords(quote, language);
    const isPlain = !/[?？“”"{}<>*#`:：[\]|\\\n]/u.test(whole) && isInLanguage(whole, language) && text.includes(quote);
    const isFit = isPlain && words >= 4 && words <= longest;
    return isFit && !names.some((form) => whole.includes(form)) ? [quote] : [];
  });
  return pickInTurn(quotable, request, "quote");
}

export function isListener(speaker: string, { cast, leader }: ModelRequest): boolean {
  const isKnown = speaker === leader?.name || isModeratorName(speaker);
  return !isKnown && !cast.some(({ name }) => name === speaker);
}

function viewOf(who: Participant, request: ModelRequest): string | undefined {
  if (kindOf(request) === "open") return wishOf(who, request.language);
  const stance = stanceOf(who.name, request);
  return stance === "unsure" ? undefined : stance;
}

export function areOpposed(one: Participant, other: Participant, request: ModelRequest): boolean {
  const [view, otherView] = [viewOf(one, request), viewOf(other, request)];
  return view !== undefined && otherView !== undefined && view !== otherView;
}

function relationBetween(self: Participant, other: Participant, request: ModelRequest): Heard["relation"] {
  if (self.name === other.name) return "continuing";
  if (areOpposed(self, other, request)) return "disagree";
  const view = viewOf(self, request);
  const isAgreed = view ? view === viewOf(other, request) : chanceInTurn(request, "agree") < 0.35;
  return isAgreed ? "agree" : "weigh";
}

export const addressesIn = (text: string, { cast }: ModelRequest) => readAddresses(text, namesOf(cast));

/**
 * Returns what the participant reacts to: the latest message that is not from a listener, if there is one. A later
 * message from a listener determines only whether the participant is named or asked, because `answerListener` replies
 * to it.
 */
export function hear(request: ModelRequest & Pick<SpeechRequest, "self" | "conversation">): Heard {
  const { self, cast, leader, conversation, purpose } = request;
  const { lines, omitted } = conversation;
  const latest = lines.at(-1);
  const hasBegun = omitted > 0 || lines.some(({ speaker }) => cast.some(({ name }) => name === speaker));
  if (latest === undefined || (lines.length === 1 && !hasBegun)) return { relation: "opening" };
  const line = lines.findLast(({ speaker }) => !isListener(speaker, request)) ?? latest;
  const isOwn = line.speaker === self.name;
  const isLed = line.speaker === leader?.name && !isOwn;
  const isFromOther = latest.speaker !== self.name;
  const { asked, named } = addressesIn(isFromOther ? latest.text : "", request);
  const isAsked = isLed || asked.includes(self.name);
  const other = cast.find(({ name }) => name === line.speaker);
  const natural = other ? relationBetween(self, other, request) : "weigh";
  return {
    relation: isLed ? "prompted" : !hasBegun ? "opening" : isAsked ? "asked" : natural,
    name: addressOf(line.speaker, request),
    theme: isOwn ? undefined : themeIn(line.text, request),
    // Bids contain no quotations.
    quote: isOwn || isLed || purpose === "bid" ? undefined : quoteFrom(line.text, request),
    isNamed: named.includes(self.name),
    isAsked,
    isOpposed: natural === "disagree",
  };
}

export function listenerName(speaker: string, request: ModelRequest): string {
  const isNameless = languages.some((language) => locales[language].listener === speaker.trim());
  return isNameless ? valueAt(request.language, "listener.nameless") : addressOf(speaker, request);
}

/**
 * The first sentence of a listener's message or, if that sentence is long, its first clause. Leaves out a participant's
 * name at the start, as in “Ada, why?”. Undefined if the words are unsuitable for a quotation.
 */
export function listenerQuote(text: string, request: ModelRequest): string | undefined {
  const { language } = request;
  const whole = (sentencesOf(text)[0] ?? "").trim().replace(/(?<![.。!！])[.。!！]+$/u, "");
  const [calling = "", ...rest] = whole.split(/[,，]\s*/u);
  const isCalling = rest.length > 0 && addressesIn(calling, request).named.length > 0;
  const words = (isCalling ? whole.slice(calling.length + 1) : whole).trim();
  const longest = lengthOf(language, "longestInterjection");
  const clause = countWords(words, language) > longest ? (words.split(/[,，;；]/u)[0] ?? "").trim() : words;
  const isPlain = !/[:：<>#{}`*“”"[\]|\\\n\p{C}]/u.test(clause) && /\p{L}/u.test(clause) && clause.length < 160;
  return isPlain && isInLanguage(clause, language) && countWords(clause, language) <= longest ? clause : undefined;
}

export function answerListener({ speaker, text }: OpenInterjection, request: SpeechRequest, most: number): string {
  const quote = listenerQuote(text, request);
  const kind = reads(request.language, "listener.question", quote ?? "") ? "question" : "statement";
  const voice = new Voice(request, { name: listenerName(speaker, request), quote });
  const answer: Part = [1, (limit) => voice.say(`listener.answers.${kind}`, { limit: limit / 2 })];
  const parts: Part[] = quote ? [[0, `listener.${kind}`], answer] : [[0, "listener.unclear"]];
  return voice.speak("listener.tiny", parts, most);
}
