/** The one question that a director puts to the guest it has chosen. */

import { countWords } from "../../../locales/word-count.js";
import type { PromptSpeakerRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { concernIn, concernsOf, pointIn } from "../concerns.js";
import { calledIn } from "../listener/called.js";
import { chanceInTurn } from "../luck.js";
import type { ConcernName } from "../phrases.js";
import { replyTo } from "../reply.js";
import { isTrade, spokenRole, withArticle } from "../spoken.js";
import { isOpen } from "../subject.js";
import { fill, type Slots } from "../template.js";
import { wishOf } from "../wish.js";
import { clauseOf, nameOf, pointFor, quotedFrom, raisedIn, type Show, subjectOf, unraised } from "./show.js";
import { directorTextsOf } from "./texts.js";

/** A question by name; by a shorter one, then by none, where the limit asks for it. */
export function question(request: PromptSpeakerRequest, show: Show): string {
  const { questions } = directorTextsOf[request.language];
  const slots = slotsFor(request, show);
  const groups = [...groupsFor(request, show, slots), questions.short];
  const choose = createChooser(request, show.exchange);
  const found = choose({ salt: "ask", groups, slots, budget: request.wordLimit });
  if (found !== undefined) return found;
  const fits = (text: string) => countWords(text, request.language) <= request.wordLimit;
  const named = questions.short.flatMap((text) => fill(text, slots) ?? []);
  return [...named, ...questions.nameless].find(fits) ?? (questions.nameless.at(-1) as string);
}

function slotsFor(request: PromptSpeakerRequest, show: Show): Slots {
  const { speaker, language, comment } = request;
  const last = show.latest?.name === speaker.name ? undefined : show.latest;
  const concern = last && concernIn(last.text, request);
  const before = show.heard.at(-2);
  const isWorn = before !== undefined && concernIn(before.text, request) === concern;
  const role = spokenRole(speaker, language);
  const trade = role && isTrade(role) ? role : undefined;
  const quote = last && quotedFrom(last, request);
  const isToldAlready = quote !== undefined && comment.includes(quote);
  const own = concernsOf(speaker, request)[show.exchange % 2];
  return {
    speaker: nameOf(speaker.name, request),
    last: last && (last.guest ? nameOf(last.name, request) : calledIn(last.name, request).name),
    quote: isToldAlready ? undefined : quote,
    // What two have argued about already had its turn.
    point: isWorn
      ? undefined
      : concern && (pointToldIn(comment, request, concern) ?? pointFor(concern, request, "point")),
    missing: missingFor(request, show),
    own: own && own !== concern ? pointFor(own, request, "own") : undefined,
    earlier: earlierOf(request, show),
    subject: subjectOf(request, show),
    role,
    aRole: role && withArticle(role),
    trade,
    aTrade: trade && withArticle(trade),
    wish: isOpen(request.topic) ? wishOf(speaker, language) : undefined,
  };
}

/** The same thing is not given two names in one breath. */
function pointToldIn(comment: string, request: PromptSpeakerRequest, concern: ConcernName): string | undefined {
  const told = pointIn(comment, request);
  return told?.concern === concern ? told.point : undefined;
}

/** What the comment has just missed, else something of the speaker's that nobody has raised. */
function missingFor(request: PromptSpeakerRequest, show: Show): string | undefined {
  const missed = missedIn(request, show);
  if (missed !== undefined) return missed;
  const [own] = unraised([request.speaker], request, show);
  return own && pointFor(own, request, "missing");
}

function missedIn(request: PromptSpeakerRequest, show: Show): string | undefined {
  const told = pointIn(request.comment, request);
  const isNew = told !== undefined && request.conversation.omitted === 0 && !raisedIn(request, show).has(told.concern);
  return isNew ? told.point : undefined;
}

/** A clause of what the speaker said before others spoke. */
function earlierOf(request: PromptSpeakerRequest, { heard, latest }: Show): string | undefined {
  const said = heard.findLast(({ name }) => name === request.speaker.name);
  return said && said !== latest ? clauseOf(said, request, "earlier") : undefined;
}

/** Groups of questions, the most fitting first. */
function groupsFor(request: PromptSpeakerRequest, show: Show, slots: Slots): (readonly string[])[] {
  const { questions } = directorTextsOf[request.language];
  const { heard, latest } = show;
  const chance = chanceInTurn(request, "question");
  if (latest === undefined) return [isOpen(request.topic) ? questions.openingOpen : questions.opening];
  if (missedIn(request, show) !== undefined) return [questions.missing, questions.general];
  if (latest.name === request.speaker.name) return [questions.further, questions.general];
  if (latest.guest === undefined) {
    const { listener, named } = questions;
    return isCalledBy(latest.text, request) ? [named, listener] : [listener, questions.that];
  }
  const isDebut = heard.every(({ name }) => name !== request.speaker.name);
  const isTold = slots["last"] !== undefined && lastSentence(request.comment).includes(slots["last"]);
  const reply = isTold && chance < 0.5 ? [questions.that, questions.reply] : [questions.reply];
  if (isCalledBy(latest.text, request)) return [questions.named, ...reply];
  if (isDebut) return chanceInTurn(request, "debut") < 0.8 ? [questions.debut, ...reply] : [...reply, questions.debut];
  const kind = chanceInTurn(request, "kind");
  if (kind < 0.5) return [...reply, questions.general];
  if (kind < 0.68) return [questions.earlier, ...reply, questions.general];
  if (kind < 0.78) return [questions.own, ...reply, questions.general];
  return [questions.general, ...reply];
}

/** Whether the latest message asks something of the speaker by name. */
function isCalledBy(text: string, request: PromptSpeakerRequest): boolean {
  const lines = [{ speaker: "", text }];
  return replyTo({ ...request, self: request.speaker, conversation: { lines, omitted: 1 } }).asked;
}

function lastSentence(text: string): string {
  return /[^.!。！]*[.!。！]*$/u.exec(text.trim())?.[0] ?? text;
}
