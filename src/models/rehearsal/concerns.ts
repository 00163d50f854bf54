/** What each participant cares about, and which concern a remark belongs to. */

import type { Language } from "../../language.js";
import type { Participant } from "../../state/participant.js";
import type { ModelRequest } from "../request.js";
import { keywordsOf } from "./keywords.js";
import { chanceInDebate, seatOf, shuffled } from "./luck.js";
import { type ConcernName, type ConcernTexts, concernNames } from "./phrases.js";
import { longestFragment } from "./template.js";
import { phrasesOf } from "./texts.js";

/** Concerns that anybody may have about any topic; the others need something that points to them. */
const commonConcerns: readonly ConcernName[] = [
  "money",
  "maintenance",
  "safety",
  "time",
  "jobs",
  "fairness",
  "evidence",
  "people",
  "trust",
  "tradition",
  "freedom",
];

const patterns = new Map(concernNames.map((name) => [name, patternOf(keywordsOf[name])]));

function patternOf(keywords: string): RegExp {
  const words = keywords.split(" ");
  const latin = words.filter((word) => /^\p{Script=Latin}/u.test(word));
  const chinese = words.filter((word) => !latin.includes(word));
  return new RegExp(`\\b(?:${latin.join("|")})|${chinese.join("|")}`, "giu");
}

function keywordCount(text: string, name: ConcernName): number {
  return text.slice(0, 4000).match(patterns.get(name) as RegExp)?.length ?? 0;
}

/** Keywords that a person's own words hold; role and place tell more than the description. */
function affinity(
  { role, location, description, instructions }: Participant,
  name: ConcernName,
  request: ModelRequest,
): number {
  const story = `${description}\n${instructions}`;
  const points = phrasesOf[request.language].concerns[name].points.filter((point) => story.includes(point));
  return 4 * keywordCount(`${role}\n${location}`, name) + 10 * points.length + keywordCount(story, name);
}

/** The two or three concerns of a participant, strongest first; the same for the whole debate. */
export function concernsOf(participant: Participant, request: ModelRequest): ConcernName[] {
  const seat = seatOf(request, participant.name);
  const own = concernNames
    .map((name) => ({ name, score: affinity(participant, name, request) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 3)
    .map(({ name }) => name);
  const others = concernFallback(request).filter((name) => !own.includes(name));
  const start = (seat * 3) % others.length;
  const wanted = chanceInDebate(request, seat, "concerns") < 0.4 ? 2 : 3;
  return [...own, ...others.slice(start), ...others].slice(0, Math.max(own.length, wanted));
}

/** Concerns for whoever has none or has said all about them: those that the topic suggests, then the common ones. */
export function concernFallback(request: ModelRequest): ConcernName[] {
  const suggested = concernNames.filter((name) => keywordCount(request.topic, name) > 0);
  return shuffled([...new Set([...suggested, ...commonConcerns])], request, "concerns");
}

/** The concern that a remark ends on: by the last known argument in it, else by its words, else none. */
export function concernIn(text: string, request: ModelRequest): ConcernName | undefined {
  const known = placesIn(text, request).reduce((one, other) => (other.place > one.place ? other : one));
  if (known.place >= 0) return known.name;
  const counted = concernNames.map((name) => ({ name, count: keywordCount(text, name) }));
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count > 0 ? best.name : undefined;
}

/** All the concerns that a remark argues. */
export function concernsIn(text: string, request: ModelRequest): ConcernName[] {
  const argued = placesIn(text, request).flatMap(({ name, place }) => (place >= 0 ? [name] : []));
  const main = concernIn(text, request);
  return main === undefined || argued.includes(main) ? argued : [...argued, main];
}

/** The concern that a text names by one of the phrases for it, and that phrase; of several the last. */
export function pointIn(text: string, { language }: ModelRequest): { concern: ConcernName; point: string } | undefined {
  const { concerns } = phrasesOf[language];
  const own = text.replace(/“[^”]*”/gu, "");
  return concernNames
    .flatMap((concern) => concerns[concern].points.map((point) => ({ concern, point, place: placeOf(point, own) })))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => other.place - one.place || other.point.length - one.point.length)[0];
}

/** Where a phrase stands for the last time, or -1; "trust" does not stand in "trusted". */
function placeOf(phrase: string, text: string): number {
  const at = text.lastIndexOf(phrase);
  const around = `${text[at - 1] ?? " "}${text[at + phrase.length] ?? " "}`;
  return at >= 0 && /^[a-z]/u.test(phrase) && /[a-z]/iu.test(around) ? -1 : at;
}

interface Place {
  readonly name: ConcernName;
  /** Where the last of its arguments and questions stands, or -1. */
  readonly place: number;
}

/** Who answers goes through the whole conversation: its remarks are looked at again and again. */
const remarksKnown: Record<Language, Map<string, readonly Place[]>> = { en: new Map(), zh: new Map() };
/** So many remarks are remembered in a language. */
const mostKnown = 250;

/** Where each concern is argued in a remark. */
function placesIn(text: string, { language }: ModelRequest): readonly Place[] {
  const remarks = remarksKnown[language];
  const found = remarks.get(text);
  if (found) return found;
  const spoken = text.toLowerCase();
  const { concerns } = phrasesOf[language];
  const places = concernNames.map((name) => ({ name, place: lastPlace(spoken, concerns[name]) }));
  if (remarks.size >= mostKnown) remarks.clear();
  remarks.set(text, places);
  return places;
}

/** Where the last of a concern's arguments and questions stands in a remark in lower case, or -1. */
function lastPlace(spoken: string, texts: ConcernTexts): number {
  const all = [texts.for, texts.against, texts.unsure, texts.questions].flat();
  return Math.max(...all.map((text) => spoken.lastIndexOf(longestFragment(text))));
}
