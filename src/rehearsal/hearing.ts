/** What a speaker has to answer: who spoke last, what about, and how that stands to the speaker's own view. */
import type { Language } from "../language.js";
import { isModeratorName } from "../locales/names.js";
import { countWords } from "../locales/word-count.js";
import type { ModelRequest, SpeechRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import { readAddresses } from "../text/address.js";
import type { Line } from "../text/message.js";
import { nameForms } from "../text/name-forms.js";
import { sentencesOf } from "../text/sentences.js";
import { wishOf } from "./description.js";
import { chanceInTurn } from "./luck.js";
import { addressOf, isInLanguage, isNamed } from "./names.js";
import { longestFragment } from "./phrasing.js";
import { stanceOf } from "./stance.js";
import { type Theme, textsIn, valueAt } from "./texts.js";
import { argumentIn, themeIn } from "./themes.js";
import { kindOf } from "./topic.js";

/** A request of somebody who has heard a conversation. */
export type HearingRequest = ModelRequest & Pick<SpeechRequest, "self" | "conversation">;

type Relation = "agree" | "disagree" | "weigh" | "asked" | "prompted" | "continuing" | "hearing";

export interface Heard {
  /** `opening` where nobody of the cast has spoken yet. */
  readonly relation: Relation | "opening";
  /** How whoever is answered is called. */
  readonly name?: string;
  readonly theme?: Theme | undefined;
  readonly quote?: string | undefined;
  /** Whether the latest message names the one who answers. */
  readonly isNamed: boolean;
  /** Whether it puts a question to the one who answers. */
  readonly isAsked: boolean;
  /** Whether it comes from somebody of another opinion. */
  readonly isOpposed: boolean;
}

function isFrame(sentence: string, language: Language): boolean {
  const { personal: _, short: __, ...talk } = valueAt<Record<string, unknown>>(language, "talk");
  const shortest = language === "zh" ? 4 : 10;
  const fragments = textsIn(talk).map(longestFragment);
  return fragments.some((fragment) => fragment.length >= shortest && sentence.toLowerCase().includes(fragment));
}

const longestQuote = { en: 15, zh: 26 } as const;

/** A few words of a text, as they were said: an argument if there is one, else a whole sentence or its beginning. */
export function quoteFrom(text: string, request: ModelRequest): string | undefined {
  const { language, cast } = request;
  const known = argumentIn(text, request);
  const names = nameForms(cast.map(({ name }) => name)).flat();
  const pieces = known ? [known.sentence] : sentencesOf(text.replace(/\*[^*]*\*/gu, ""));
  const quotable = pieces.flatMap((sentence) => {
    const whole = sentence.trim().replace(/[.!。！]+$/u, "");
    if (/[?？“”"{}<>*#`:：[\]|\\\n]/u.test(whole) || !isInLanguage(whole, language)) return [];
    if (names.some((form) => whole.includes(form)) || isFrame(whole, language)) return [];
    const isShort = countWords(whole, language) <= longestQuote[language];
    const quote = isShort ? whole : (whole.split(/[,;，；]/u)[0] ?? "");
    const words = countWords(quote, language);
    return words >= 4 && words <= longestQuote[language] && text.includes(quote) ? [quote] : [];
  });
  return quotable[Math.floor(chanceInTurn(request, "quote") * quotable.length)];
}

/** Whether somebody listens only: neither in the cast, nor leading, nor the one who opened the conversation. */
export function isListener(speaker: string, { cast, leader }: ModelRequest): boolean {
  const isKnown = speaker === leader?.name || isModeratorName(speaker);
  return !isKnown && !cast.some(({ name }) => name === speaker);
}

/** Whether two hold opposite views; of an open question, whether they want different things. */
export function areOpposed(one: Participant, other: Participant, request: ModelRequest): boolean {
  const views =
    kindOf(request) === "open"
      ? [one, other].map((who) => wishOf(who, request.language))
      : [one, other].map(({ name }) => stanceOf(name, request)).filter((stance) => stance !== "unsure");
  return views[0] !== undefined && views[1] !== undefined && views[0] !== views[1];
}

function relationBetween(self: Participant, other: Participant, request: ModelRequest): Relation {
  if (self.name === other.name) return "continuing";
  if (areOpposed(self, other, request)) return "disagree";
  if (kindOf(request) === "open") return chanceInTurn(request, "agree") < 0.35 ? "agree" : "weigh";
  const stance = stanceOf(self.name, request);
  return stance !== "unsure" && stance === stanceOf(other.name, request) ? "agree" : "weigh";
}

/** What a director asked about: the latest words of whoever its question names besides the one it asks. */
function meantBy(question: string, request: HearingRequest): Line | undefined {
  const named = request.cast.find((one) => one.name !== request.self.name && isNamed(one, question, request));
  if (!named || chanceInTurn(request, "about") > 0.6) return undefined;
  return request.conversation.lines.findLast(({ speaker }) => speaker === named.name);
}

/** Whether a text asks somebody of the cast, by name. */
export function asks(text: string, name: string, { cast }: ModelRequest): boolean {
  const names = cast.map((one) => one.name);
  return /[?？]/u.test(text) && readAddresses(text, names).asked.includes(name);
}

/** What the latest message means to the one who answers. */
export function hear(request: HearingRequest): Heard {
  const { self, cast, leader, conversation, purpose } = request;
  const { lines, omitted } = conversation;
  const latest = lines.at(-1);
  const hasBegun = omitted > 0 || lines.some(({ speaker }) => cast.some(({ name }) => name === speaker));
  if (latest === undefined || (lines.length === 1 && !hasBegun))
    return { relation: "opening", isNamed: false, isAsked: false, isOpposed: false };
  const isOwn = latest.speaker === self.name;
  const isLed = latest.speaker === leader?.name && !isOwn;
  const isAsked = !isOwn && (isLed || asks(latest.text, self.name, request));
  const line = (isLed && meantBy(latest.text, request)) || latest;
  const isPrompt = isLed && line === latest;
  const other = cast.find(({ name }) => name === line.speaker);
  const natural = other ? relationBetween(self, other, request) : "hearing";
  const relation = isPrompt ? "prompted" : isAsked && !isLed ? "asked" : natural;
  return {
    relation: hasBegun || isPrompt ? relation : "opening",
    name: addressOf(line.speaker, request),
    theme: isOwn ? undefined : themeIn(latest.text, request),
    // Bids quote nobody.
    quote: isOwn || isPrompt || purpose === "bid" ? undefined : quoteFrom(line.text, request),
    isNamed: !isOwn && isNamed(self, latest.text, request),
    isAsked,
    isOpposed: natural === "disagree",
  };
}
