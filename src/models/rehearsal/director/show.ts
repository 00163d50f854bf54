/** What a director has heard of its conversation. */

import type { Participant } from "../../../state/participant.js";
import type { DirectorRequest, ModelRequest } from "../../request.js";
import { concernFallback, concernsIn, concernsOf, pointIn } from "../concerns.js";
import type { HeardBrief } from "../conversation-brief.js";
import { readingOf } from "../listener/reading.js";
import { chanceInTurn } from "../luck.js";
import type { ConcernName } from "../phrases.js";
import { argumentIn, isBeginning, quoteFrom } from "../quote.js";
import { addressOf, isInLanguage } from "../spoken.js";
import { subjectsOf } from "../subject.js";
import { phrasesOf } from "../texts.js";
import { directorTextsOf } from "./texts.js";

/** A message by somebody else than the director. */
export interface Heard {
  readonly name: string;
  readonly text: string;
  /** Undefined for somebody who is not of the cast. */
  readonly guest: Participant | undefined;
}

export interface Show {
  /** How many exchanges there have been. Counts messages, as a turn is one message in one mode and two in another. */
  readonly exchange: number;
  readonly heard: readonly Heard[];
  readonly latest: Heard | undefined;
  /** The latest message by another guest than the one who spoke last. */
  readonly previous: Heard | undefined;
  /** The director's own messages, without the opening one. */
  readonly own: readonly string[];
  /** The conversation holds nothing but its opening. */
  readonly isNew: boolean;
}

export function showOf({ conversation, cast, self }: DirectorRequest): Show {
  const { lines, omitted } = conversation;
  const isOpening = (index: number) =>
    omitted === 0 && index === 0 && !cast.some(({ name }) => name === lines[0]?.speaker);
  const later = lines.filter((_, index) => !isOpening(index));
  const heard = later
    .filter(({ speaker }) => speaker !== self.name)
    .map(({ speaker, text }) => ({ name: speaker, text, guest: cast.find(({ name }) => name === speaker) }));
  const latest = heard.at(-1);
  return {
    exchange: Math.floor((lines.length + omitted) / 2),
    heard,
    latest,
    previous: heard.findLast(({ guest, name }) => guest !== undefined && name !== latest?.name),
    own: later.filter(({ speaker }) => speaker === self.name).map(({ text }) => text),
    isNew: omitted === 0 && later.length === 0,
  };
}

/** How somebody is called; without marks that would end the sentence. */
export function nameOf(name: string, request: ModelRequest): string {
  const called = addressOf(name, request)
    .replace(/[?？!！。]/gu, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(called) ? called : phrasesOf[request.language].stranger;
}

/** All guests, by name where they are few. */
export function guestsOf(request: DirectorRequest): string {
  const { joints, crowds } = directorTextsOf[request.language];
  const names = request.cast.map(({ name }) => nameOf(name, request));
  if (names.length > 5) return crowds[names.length] ?? (crowds[0] as string);
  return [names.slice(0, -1).join(joints[0]), names.at(-1)].filter(Boolean).join(joints[1]);
}

/** What the talk is about, in other words each time. */
export function subjectOf(request: DirectorRequest, { exchange }: Show): string {
  const subjects = subjectsOf(request).filter((subject) => !/[?？]/u.test(subject));
  return subjects[exchange % subjects.length] ?? phrasesOf[request.language].anySubject;
}

/** A whole argument that somebody made, where it is short enough to be quoted, or else a clause. */
export function clauseOf({ text }: Pick<Heard, "text">, request: HeardBrief, salt: string): string | undefined {
  const clauses = [0, 1, 2].flatMap(
    (attempt) => quoteFrom(text, request, chanceInTurn(request, `${salt} ${attempt}`)) ?? [],
  );
  const spoken = clauses.filter((clause) => isInLanguage(clause, request.language));
  const longest = Math.min(longestQuote[request.language], request.wordLimit * 0.35);
  return argumentIn(text, request, longest) ?? spoken.find((clause) => isBeginning(clause, text, request)) ?? spoken[0];
}

/** What a guest said, or a listener: whose questions are worth repeating. */
export function quotedFrom(heard: Heard, request: DirectorRequest): string | undefined {
  return heard.guest === undefined ? readingOf(heard.text, request).quote : clauseOf(heard, request, "quote");
}

/** Longer ones take the word from the director. */
const longestQuote = { en: 18, zh: 26 } as const;

/** A phrase for a concern. */
export function pointFor(concern: ConcernName, request: ModelRequest, salt: string): string {
  const { points } = phrasesOf[request.language].concerns[concern];
  return points[Math.floor(chanceInTurn(request, salt) * points.length)] as string;
}

/** Concerns that nobody has raised, those of some people first; none where part of the conversation is not known. */
export function unraised(people: readonly Participant[], request: DirectorRequest, show: Show): ConcernName[] {
  if (request.conversation.omitted > 0) return [];
  const raised = raisedIn(request, show);
  const concerns = [...people.flatMap((one) => concernsOf(one, request)), ...concernFallback(request)];
  return [...new Set(concerns)].filter((concern) => !raised.has(concern));
}

/** What the guests have argued, and what the director has spoken of itself. */
export function raisedIn(request: DirectorRequest, { heard, own }: Show): ReadonlySet<ConcernName> {
  return new Set([
    ...heard.flatMap(({ text }) => concernsIn(text, request)),
    ...own.flatMap((text) => pointIn(text, request)?.concern ?? []),
  ]);
}
