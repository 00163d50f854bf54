/** The one question that a director puts to the guest it has chosen. */
import type { PromptBrief } from "../../../domain/brief.js";
import { countWords } from "../../../domain/word-count.js";
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
export function question(brief: PromptBrief, show: Show): string {
  const { questions } = directorTextsOf[brief.language];
  const slots = slotsFor(brief, show);
  const groups = [...groupsFor(brief, show, slots), questions.short];
  const choose = createChooser(brief, show.exchange);
  const found = choose({ salt: "ask", groups, slots, budget: brief.wordLimit });
  if (found !== undefined) return found;
  const fits = (text: string) => countWords(text, brief.language) <= brief.wordLimit;
  const named = questions.short.flatMap((text) => fill(text, slots) ?? []);
  return [...named, ...questions.nameless].find(fits) ?? (questions.nameless.at(-1) as string);
}

function slotsFor(brief: PromptBrief, show: Show): Slots {
  const { speaker, language, comment } = brief;
  const last = show.latest?.name === speaker.name ? undefined : show.latest;
  const concern = last && concernIn(last.text, brief);
  const before = show.heard.at(-2);
  const isWorn = before !== undefined && concernIn(before.text, brief) === concern;
  const role = spokenRole(speaker, language);
  const trade = role && isTrade(role) ? role : undefined;
  const quote = last && quotedFrom(last, brief);
  const isToldAlready = quote !== undefined && comment.includes(quote);
  const own = concernsOf(speaker, brief)[show.exchange % 2];
  return {
    speaker: nameOf(speaker.name, brief),
    last: last && (last.guest ? nameOf(last.name, brief) : calledIn(last.name, brief).name),
    quote: isToldAlready ? undefined : quote,
    // What two have argued about already had its turn.
    point: isWorn ? undefined : concern && (pointToldIn(comment, brief, concern) ?? pointFor(concern, brief, "point")),
    missing: missingFor(brief, show),
    own: own && own !== concern ? pointFor(own, brief, "own") : undefined,
    earlier: earlierOf(brief, show),
    subject: subjectOf(brief, show),
    role,
    aRole: role && withArticle(role),
    trade,
    aTrade: trade && withArticle(trade),
    wish: isOpen(brief.topic) ? wishOf(speaker, language) : undefined,
  };
}

/** The same thing is not given two names in one breath. */
function pointToldIn(comment: string, brief: PromptBrief, concern: ConcernName): string | undefined {
  const told = pointIn(comment, brief);
  return told?.concern === concern ? told.point : undefined;
}

/** What the comment has just missed, else something of the speaker's that nobody has raised. */
function missingFor(brief: PromptBrief, show: Show): string | undefined {
  const missed = missedIn(brief, show);
  if (missed !== undefined) return missed;
  const [own] = unraised([brief.speaker], brief, show);
  return own && pointFor(own, brief, "missing");
}

function missedIn(brief: PromptBrief, show: Show): string | undefined {
  const told = pointIn(brief.comment, brief);
  const isNew = told !== undefined && brief.conversation.omitted === 0 && !raisedIn(brief, show).has(told.concern);
  return isNew ? told.point : undefined;
}

/** A clause of what the speaker said before others spoke. */
function earlierOf(brief: PromptBrief, { heard, latest }: Show): string | undefined {
  const said = heard.findLast(({ name }) => name === brief.speaker.name);
  return said && said !== latest ? clauseOf(said, brief, "earlier") : undefined;
}

/** Groups of questions, the most fitting first. */
function groupsFor(brief: PromptBrief, show: Show, slots: Slots): (readonly string[])[] {
  const { questions } = directorTextsOf[brief.language];
  const { heard, latest } = show;
  const chance = chanceInTurn(brief, "question");
  if (latest === undefined) return [isOpen(brief.topic) ? questions.openingOpen : questions.opening];
  if (missedIn(brief, show) !== undefined) return [questions.missing, questions.general];
  if (latest.name === brief.speaker.name) return [questions.further, questions.general];
  if (latest.guest === undefined) {
    const { listener, named } = questions;
    return isCalledBy(latest.text, brief) ? [named, listener] : [listener, questions.that];
  }
  const isDebut = heard.every(({ name }) => name !== brief.speaker.name);
  const isTold = slots["last"] !== undefined && lastSentence(brief.comment).includes(slots["last"]);
  const reply = isTold && chance < 0.5 ? [questions.that, questions.reply] : [questions.reply];
  if (isCalledBy(latest.text, brief)) return [questions.named, ...reply];
  if (isDebut) return chanceInTurn(brief, "debut") < 0.8 ? [questions.debut, ...reply] : [...reply, questions.debut];
  const kind = chanceInTurn(brief, "kind");
  if (kind < 0.5) return [...reply, questions.general];
  if (kind < 0.68) return [questions.earlier, ...reply, questions.general];
  if (kind < 0.78) return [questions.own, ...reply, questions.general];
  return [questions.general, ...reply];
}

/** Whether the latest message asks something of the speaker by name. */
function isCalledBy(text: string, brief: PromptBrief): boolean {
  const lines = [{ speaker: "", text }];
  return replyTo({ ...brief, self: brief.speaker, conversation: { lines, omitted: 1 } }).asked;
}

function lastSentence(text: string): string {
  return /[^.!。！]*[.!。！]*$/u.exec(text.trim())?.[0] ?? text;
}
