/** How a meeting is decided, by who stood where: a majority carries it, a draw makes a trial. */

import type { Participant } from "../../../state/participant.js";
import type { DecideRequest, SpeechRequest } from "../../request.js";
import { chanceInDebate } from "../luck.js";
import type { Stance } from "../phrases.js";
import { stancesOf } from "../stance.js";
import { isOpen } from "../subject.js";
import { wishOf } from "../wish.js";
import { arguedIn, arguersIn } from "./heard.js";
import type { Verdict } from "./phrases.js";

/** Whoever decides may do so as its speech. */
export type DecidingBrief = DecideRequest | SpeechRequest;

export interface Ruling {
  readonly verdict: Verdict;
  readonly wish: string | undefined;
  /** The wish that comes second. */
  readonly otherWish: string | undefined;
  /** Those of the same mind, of another, and of none; not the one who decides. */
  readonly supporters: readonly Participant[];
  readonly dissenters: readonly Participant[];
  readonly hesitant: readonly Participant[];
  /** The one who decides was of another mind. */
  readonly isConverted: boolean;
}

/** How much the one who decides weighs, where one who argues weighs 1. */
const tip = 0.5;

export function rulingFor(request: DecidingBrief): Ruling {
  const { self } = request;
  const heard = arguersIn(arguedIn(request));
  const others = heard.filter(({ name }) => name !== self.name);
  return byWishes(others, request) ?? byStances(others, heard.length > 0 ? others : request.cast, request);
}

function byStances(others: readonly Participant[], voters: readonly Participant[], request: DecidingBrief): Ruling {
  const stances = stancesOf(request);
  const own = stances.get(request.self.name);
  // Whoever decides tips the scales, but does not outvote those who argued.
  const count = (stance: Stance) =>
    voters.filter(({ name }) => stances.get(name) === stance).length + (own === stance ? tip : 0);
  const verdict = verdictOf(count("for"), count("against"), request);
  const side = sideOf[verdict];
  const holding = (stance: Stance) => others.filter(({ name }) => stances.get(name) === stance);
  const opposite = side === "unsure" ? undefined : side === "for" ? "against" : "for";
  return {
    verdict,
    wish: undefined,
    otherWish: undefined,
    supporters: side === "unsure" ? [] : holding(side),
    dissenters: opposite ? holding(opposite) : [],
    hesitant: holding("unsure"),
    isConverted: opposite !== undefined && stances.get(request.self.name) === opposite,
  };
}

/** Whose mind a verdict is of. */
const sideOf: Readonly<Record<Verdict, Stance>> = {
  yes: "for",
  terms: "for",
  trial: "for",
  later: "against",
  no: "against",
  survey: "unsure",
  wish: "unsure",
  step: "unsure",
  bold: "for",
  careful: "against",
};

function verdictOf(votesFor: number, votesAgainst: number, request: DecidingBrief): Verdict {
  const margin = votesFor - votesAgainst;
  if (isOpen(request.topic)) return margin > 0 ? "bold" : margin < 0 ? "careful" : "step";
  if (votesFor + votesAgainst === 0) return "survey";
  const chance = chanceInDebate(request, 0, "verdict");
  if (margin === 0 || (Math.abs(margin) < 1 && chance < 0.7)) return "trial";
  const isClear = Math.min(votesFor, votesAgainst) === 0 || Math.abs(margin) > 1;
  if (margin > 0) return isClear ? (chance < 0.6 ? "yes" : "terms") : chance < 0.6 ? "terms" : "trial";
  return isClear ? (chance < 0.6 ? "no" : "later") : chance < 0.75 ? "later" : "trial";
}

/** The wish that most have, the decider's own among equals; undefined where nobody has one. */
function byWishes(others: readonly Participant[], request: DecidingBrief): Ruling | undefined {
  if (!isOpen(request.topic)) return undefined;
  const wishOfOne = (one: Participant) => wishOf(one, request.language);
  const wishers = [request.self, ...others].filter((one) => wishOfOne(one) !== undefined);
  const wishes = [...new Set(wishers.flatMap((one) => wishOfOne(one) ?? []))];
  const votes = (wish: string) => wishers.filter((one) => wishOfOne(one) === wish).length;
  const own = wishOfOne(request.self);
  const ranked = wishes
    .map((wish, index) => ({
      wish,
      rank: votes(wish) + (wish === own ? 0.6 : 0) + 0.5 * chanceInDebate(request, index, "wish"),
    }))
    .sort((one, other) => other.rank - one.rank);
  const [first, second] = ranked;
  if (first === undefined) return undefined;
  return {
    verdict: "wish",
    wish: first.wish,
    otherWish: second?.wish,
    supporters: others.filter((one) => wishOfOne(one) === first.wish),
    dissenters: others.filter((one) => ![undefined, first.wish].includes(wishOfOne(one))),
    hesitant: others.filter((one) => wishOfOne(one) === undefined),
    isConverted: own !== undefined && own !== first.wish,
  };
}
