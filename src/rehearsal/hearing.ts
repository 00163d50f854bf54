/** What a speaker has to answer: who spoke last, what about, and how that stands to the speaker's own view. */

import type { Language } from "../language.js";
import { moderatorNames } from "../locales/moderator.js";
import type { ModelRequest, RememberedConversation } from "../models/request.js";
import type { Line } from "../state/message.js";
import type { Participant } from "../state/participant.js";
import { readAddresses } from "../text/address.js";
import { nameForms } from "../text/name-forms.js";
import { sentencesOf } from "../text/sentences.js";
import { countWords } from "../text/word-count.js";
import { wishOf } from "./description.js";
import { chanceInConversation, chanceInTurn, seatOf } from "./luck.js";
import { addressOf, isInLanguage, isNamed } from "./names.js";
import { stancesOf } from "./stance.js";
import { longestFragment } from "./phrasing.js";
import { type Relation, textsOf } from "./texts.js";
import { argumentIn, type Theme, themeIn } from "./themes.js";
import { kindOf } from "./topic.js";

/** A request of somebody who has heard a conversation. */
export type HearingRequest = ModelRequest & {
  readonly self: Participant;
  readonly conversation: RememberedConversation;
};

export interface Heard {
  /** `opening` where nobody of the cast has spoken yet. */
  readonly relation: Relation | "opening";
  /** How whoever is answered is called. */
  readonly name: string;
  readonly theme: Theme | undefined;
  readonly quote: string | undefined;
  /** The latest message names the one who answers. */
  readonly isNamed: boolean;
  /** It puts a question to the one who answers. */
  readonly isAsked: boolean;
  /** It comes from somebody of another opinion. */
  readonly isOpposed: boolean;
}

const longestQuote = { en: 15, zh: 26 } as const;

const frames = new Map<Language, readonly string[]>();

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);

/** Whether a sentence is one that holds a speech together: there is nothing in it to answer. */
function isFrame(sentence: string, language: Language): boolean {
  if (!frames.has(language)) {
    const { personal: _, short: __, ...talk } = textsOf(language, "talk");
    const fragments = textsIn(talk).map(longestFragment);
    frames.set(language, fragments.filter((fragment) => fragment.length > (language === "zh" ? 3 : 9)));
  }
  const said = sentence.toLowerCase();
  return frames.get(language)?.some((fragment) => said.includes(fragment)) ?? false;
}

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
    const clause = whole.split(/[,;，；]/u)[0] ?? "";
    const isShort = countWords(whole, language) <= longestQuote[language];
    const quote = isShort ? whole : clause;
    const words = countWords(quote, language);
    return words >= 4 && words <= longestQuote[language] && text.includes(quote) ? [quote] : [];
  });
  return quotable[Math.floor(chanceInTurn(request, "quote") * quotable.length)];
}

/** Whether somebody listens only: neither in the cast, nor leading, nor the one who opened the conversation. */
export function isListener(speaker: string, { cast, leader, language }: ModelRequest): boolean {
  const isKnown = speaker === leader?.name || speaker === moderatorNames[language];
  return !isKnown && !cast.some(({ name }) => name === speaker);
}

/** Two who want different things of an open question. */
function areRivals(self: Participant, other: Participant, request: ModelRequest): boolean {
  if (self.name === other.name || kindOf(request) !== "open") return false;
  const [mine, theirs] = [wishOf(self, request.language), wishOf(other, request.language)];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/** An open question has no sides, but those who answer it do not all agree. */
function seemsOpposed(self: Participant, other: Participant, request: ModelRequest): boolean {
  const pair = seatOf(request, self.name) * 31 + seatOf(request, other.name);
  return kindOf(request) === "open" && chanceInConversation(request, "opposed", pair) < 0.3;
}

function relationBetween(self: Participant, other: Participant, request: ModelRequest): Relation {
  if (self.name === other.name) return "continuing";
  if (kindOf(request) === "open") {
    if (areRivals(self, other, request)) return "disagree";
    return chanceInTurn(request, "agree") < 0.35 ? "agree" : "weigh";
  }
  const stances = stancesOf(request);
  const [mine, theirs] = [stances.get(self.name), stances.get(other.name)];
  if (mine === "unsure" || theirs === "unsure") return "weigh";
  return mine === theirs ? "agree" : "disagree";
}

/** What the director asked about: whoever its question names besides the one it asks. */
function meantBy(question: string, request: HearingRequest): Line | undefined {
  const named = request.cast.find((one) => one.name !== request.self.name && isNamed(one, question, request));
  if (!named || chanceInTurn(request, "about") > 0.6) return undefined;
  return request.conversation.lines.findLast(({ speaker }) => speaker === named.name);
}

/** What the latest message means to the one who answers. */
export function hear(request: HearingRequest): Heard {
  const { self, cast, leader, conversation } = request;
  const { lines, omitted } = conversation;
  const latest = lines.at(-1);
  const hasBegun = omitted > 0 || lines.some(({ speaker }) => cast.some(({ name }) => name === speaker));
  const isOwn = latest?.speaker === self.name;
  const isOpening = latest === undefined || (lines.length === 1 && omitted === 0 && !hasBegun);
  const nothing = { theme: undefined, quote: undefined, isNamed: false, isAsked: false, isOpposed: false };
  if (isOpening) return { ...nothing, relation: "opening", name: "" };

  const isLed = latest.speaker === leader?.name && !isOwn;
  const isAsked = !isOwn && (isLed || isAskedIn(latest.text, request));
  const line = (isLed && meantBy(latest.text, request)) || latest;
  const other = cast.find(({ name }) => name === line.speaker);
  const isPrompt = isLed && line === latest;
  const natural = other ? relationBetween(self, other, request) : "hearing";
  const relation = isPrompt ? "prompted" : isAsked && !isLed ? "asked" : natural;
  return {
    relation: hasBegun || isPrompt ? relation : "opening",
    name: addressOf(line.speaker, request),
    theme: isOwn ? undefined : themeIn(latest.text, request),
    // Bids quote nobody.
    quote: isOwn || isPrompt || request.purpose === "bid" ? undefined : quoteFrom(line.text, request),
    isNamed: !isOwn && isNamed(self, latest.text, request),
    isAsked,
    isOpposed: natural === "disagree" || (other !== undefined && seemsOpposed(self, other, request)),
  };
}

/** Whether a text asks the one who answers, by name. */
function isAskedIn(text: string, { self, cast }: HearingRequest): boolean {
  if (!/[?？]/u.test(text)) return false;
  return readAddresses(
    text,
    cast.map(({ name }) => name),
  ).asked.includes(self.name);
}
