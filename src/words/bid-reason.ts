import { isMeant } from "../records/bid.js";
import type { Decision, Score } from "../records/decision.js";

/** What, apart from the bids, can raise one participant's score above another's. `recent`: turns won recently. */
type ScoreCause = "aging" | "mention" | "centre" | "excess" | "recent" | "talkativeness";

interface ReasonWords {
  readonly number: (value: number) => string;
  readonly draw: (value: number) => string;
  readonly list: (names: readonly string[]) => string;
  readonly alone: (speaker: string, bid: string) => string;
  readonly highest: (speaker: string, bid: string) => string;
  /** `names`: the formatted list of the participants with the same bid or score. `how`: what decided between them. */
  readonly equal: (
    names: string,
    many: number,
    common: { readonly value: string; readonly isBid: boolean },
    how: string,
  ) => string;
  /** `why`: what outweighed the higher bid. */
  readonly lower: (speaker: string, bid: string, other: string, otherBid: string, why: string) => string;
  readonly drawn: (drawn: string, speaker: string) => string;
  readonly latest: (speaker: string) => string;
  readonly byModel: (speaker: string) => string;
  readonly causes: Readonly<Record<ScoreCause, (speaker: string, other: string) => string>>;
}

const rawOf = ({ bid, aging = 0, mention = 0, excess = 0 }: Score) => bid + aging + mention - excess;

function causeOf(winner: Score, other: Score): ScoreCause | undefined {
  const raw = Math.max(0, rawOf(other));
  const advantages: Record<ScoreCause, number> = {
    aging: (winner.aging ?? 0) - (other.aging ?? 0),
    mention: (winner.mention ?? 0) - (other.mention ?? 0),
    centre: (other.centre ?? 0) - (winner.centre ?? 0),
    excess: (other.excess ?? 0) - (winner.excess ?? 0),
    recent: raw * (1 / (winner.divisor ?? 1) - 1 / (other.divisor ?? 1)),
    talkativeness: raw * ((winner.talkativeness ?? 1) - (other.talkativeness ?? 1)),
  };
  const [cause, points] = Object.entries(advantages).reduce((best, each) => (each[1] > best[1] ? each : best));
  return points > 0 ? (cause as ScoreCause) : undefined;
}

/**
 * The returned function explains how the bids decided, such as “Agnes and Ferdinand both bid 7; Ferdinand had waited
 * longer.” It returns null if the bids did not decide, or if it cannot tell how they did.
 */
export const bidReasonWith = (words: ReasonWords) => (decision: Decision) => bidReason(decision, words);

/** If a decision has one of these rules, the scores alone do not explain it. */
const regardless = ["by-hand", "longest-silence", "selector"];

interface Standing {
  readonly name: string;
  readonly bid: number;
  readonly score: Score;
}

const standingIn = ({ bids, scores }: Decision): Standing[] =>
  scores.flatMap((score) => {
    const bid = bids.find(({ participant }) => participant === score.participant);
    return bid && isMeant(bid) ? [{ name: score.participant, bid: bid.value, score }] : [];
  });

function bidReason(decision: Decision, words: ReasonWords): string | null {
  const { rule, bids, tied, speaker, addressed } = decision;
  if (addressed?.granted || regardless.includes(rule)) return null;
  const standing = standingIn(decision);
  const own = standing.find(({ name }) => name === speaker);
  if (!own || standing.some(({ score }) => score.total > own.score.total)) return null;
  const meant = bids.filter(isMeant);
  const rivals = standing.filter((each) => each !== own && each.bid >= own.bid);
  // A participant whose speech failed has a bid, but no score in the decision that follows.
  if (meant.filter(({ value }) => value >= own.bid).length > rivals.length + 1) return null;
  const bid = words.number(own.bid);
  if (meant.length === 1) return words.alone(speaker, bid);
  if (tied.length > 1) return tieReason(decision, standing, own, words);
  const [rival] = rivals.toSorted((left, right) => right.score.total - left.score.total);
  if (!rival) return words.highest(speaker, bid);
  const cause = causeOf(own.score, rival.score);
  if (!cause) return null;
  const why = words.causes[cause](speaker, rival.name);
  if (rival.bid > own.bid) return words.lower(speaker, bid, rival.name, words.number(rival.bid), why);
  const equals = standing.filter((each) => each === own || each === rival).map(({ name }) => name);
  return words.equal(words.list(equals), 2, { value: bid, isBid: true }, why);
}

function tieReason(
  { tied, draw, speaker, choices }: Decision,
  standing: readonly Standing[],
  own: Standing,
  words: ReasonWords,
) {
  const equals = standing.filter(({ name }) => tied.includes(name));
  // At least one tied participant has no readable bid.
  if (equals.length < tied.length) return null;
  const isBid = equals.every(({ bid }) => bid === own.bid);
  const undrawn = choices.some(({ problem }) => problem === null) ? words.byModel(speaker) : words.latest(speaker);
  const how = draw === null ? undrawn : words.drawn(words.draw(draw), speaker);
  const common = { value: words.number(isBid ? own.bid : own.score.total), isBid };
  return words.equal(words.list(equals.map(({ name }) => name)), equals.length, common, how);
}
