/** What a decision, its reasons and its dissent can be worded with. */
import { concernFallback } from "../concerns.js";
import { chanceInDebate, chanceInTurn } from "../luck.js";
import { asksToKeep } from "../subject.js";
import type { Slots } from "../template.js";
import { arguedIn } from "./heard.js";
import type { DecisionTexts, Verdict } from "./phrases.js";
import type { DecidingBrief, Ruling } from "./ruling.js";
import { type Saying, sayingsIn } from "./sayings.js";
import { meetingTextsOf } from "./texts.js";
import { namesOf, plainPoint, subjectOf } from "./wording.js";

/** Texts to choose from, the most welcome group first, and what fills them. */
export interface Wording {
  readonly groups: readonly (readonly string[])[];
  readonly slots: Slots;
}

export interface Grounds {
  readonly decision: Wording;
  readonly rationale: Wording;
  readonly dissent: Wording;
}

/** Verdicts that owe something to either side. */
const balancing: ReadonlySet<Verdict> = new Set(["terms", "trial", "later", "wish", "step"]);

export function groundsFor(ruling: Ruling, request: DecidingBrief): Grounds {
  const texts = meetingTextsOf[request.language].decision;
  const argued = arguedIn(request).filter(({ name }) => name !== request.self.name);
  const sayings = sayingsIn(argued, request);
  const by = (people: Ruling["supporters"]) => sayings.find(({ who }) => people.some(({ name }) => name === who));
  const isDraw = ruling.verdict === "step";
  const one = isDraw ? sayings.find(({ stance }) => stance === "for") : by(ruling.supporters);
  const hesitant = by(ruling.hesitant);
  const other = isDraw ? sayings.find(({ stance }) => stance === "against") : (by(ruling.dissenters) ?? hesitant);
  return {
    decision: {
      groups: [decisionTexts(ruling, texts, request)],
      slots: decisionSlots(ruling, { one, other }, texts, request),
    },
    rationale: rationale(ruling, { one, other, hesitant }, texts, request),
    dissent: dissent(ruling, by(ruling.dissenters), texts, request),
  };
}

function decisionTexts(
  { verdict }: Ruling,
  { decisions, keeping }: DecisionTexts,
  request: DecidingBrief,
): readonly string[] {
  const isKept = verdict in keeping && asksToKeep(request.topic);
  return isKept ? keeping[verdict as keyof typeof keeping] : decisions[verdict];
}

function decisionSlots(
  ruling: Ruling,
  { one, other }: { readonly one: Saying | undefined; readonly other: Saying | undefined },
  { terms, dates }: DecisionTexts,
  request: DecidingBrief,
): Slots {
  const drawn = (texts: readonly string[], salt: string) =>
    texts[Math.floor(chanceInDebate(request, 0, salt) * texts.length)];
  // A no is put off until its own reason is settled, a yes waits for the other side's.
  const asked = ruling.verdict === "later" ? (one ?? other) : (other ?? one);
  const [fallback] = concernFallback(request);
  const doubters = [...ruling.dissenters, ...ruling.hesitant].slice(0, 1);
  return {
    subject: subjectOf(request),
    term: drawn(terms, "term"),
    date: drawn(dates, "date"),
    point: asked?.point ?? (fallback && plainPoint(fallback, request)),
    wish: ruling.wish,
    otherWish: ruling.otherWish,
    other: doubters.length > 0 ? namesOf(doubters, request) : undefined,
  };
}

interface Voices {
  readonly one: Saying | undefined;
  readonly other: Saying | undefined;
  readonly hesitant: Saying | undefined;
}

function rationale(
  { verdict }: Ruling,
  { one, other, hesitant }: Voices,
  { rationales }: DecisionTexts,
  request: DecidingBrief,
): Wording {
  const { carried, balanced, general, tiny } = rationales;
  if (one === undefined && hesitant !== undefined && (verdict === "survey" || verdict === "step"))
    return { groups: [rationales.hesitant, general, tiny], slots: { name: hesitant.name, point: hesitant.point } };
  const slots = { ...one, other: other?.name, otherPoint: other?.point };
  const isBalanced = balancing.has(verdict) && chanceInTurn(request, "balance") < 0.75;
  return { groups: [isBalanced ? balanced : carried, carried, general, tiny], slots: one ? slots : {} };
}

function dissent(
  { verdict, dissenters }: Ruling,
  saying: Saying | undefined,
  { dissents }: DecisionTexts,
  request: DecidingBrief,
): Wording {
  if (dissenters.length === 0) return { groups: [], slots: {} };
  const { wantedNo, wantedYes, wantedOther, short } = dissents;
  const isNo = verdict === "later" || verdict === "no";
  const isOther = verdict === "wish" || verdict === "bold" || verdict === "careful";
  const wanted = isOther ? wantedOther : isNo ? wantedYes : wantedNo;
  return { groups: [wanted, short], slots: { ...saying, names: namesOf(dissenters, request) } };
}
