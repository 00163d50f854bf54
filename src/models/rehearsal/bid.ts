/** How much a participant wants the floor, judged by what was just said and how long it has been silent. */
import type { BidRequest } from "../request.js";
import { concernsOf } from "./concerns.js";
import { isListeners } from "./listener/heard.js";
import { chanceInDebate, chanceInTurn } from "./luck.js";
import { type Reply, replyTo } from "./reply.js";

/** How much each reason adds, where the whole scale is 1. */
interface Weights {
  readonly opposed: number;
  readonly perTurnOfWaiting: number;
  readonly longestWait: number;
  readonly justSpoke: number;
  /** What each speech of one's own takes away, as one has less and less to add. */
  readonly perOwnSpeech: number;
  /** Share of the wish that is left when the debate has grown old. */
  readonly leftAtLast: number;
}

const weightsByCriterion: Readonly<Record<string, Weights>> = {
  contradiction: {
    opposed: 0.28,
    perTurnOfWaiting: 0.03,
    longestWait: 0.15,
    justSpoke: 0.35,
    perOwnSpeech: 0.01,
    leftAtLast: 0.75,
  },
  urge: {
    opposed: 0.16,
    perTurnOfWaiting: 0.06,
    longestWait: 0.3,
    justSpoke: 0.45,
    perOwnSpeech: 0.03,
    leftAtLast: 0.28,
  },
};
const weightsOtherwise: Weights = {
  opposed: 0.2,
  perTurnOfWaiting: 0.045,
  longestWait: 0.22,
  justSpoke: 0.4,
  perOwnSpeech: 0.01,
  leftAtLast: 0.85,
};

/** A debate of up to four grows old after so many turns, at least; one of more takes longer. */
const freshTurns = 5;
/** How many turns it takes from fresh to old. */
const ageingTurns = 4;
/** No more of one's own speeches count than this. */
const countedSpeeches = 6;

/** Only a question by name goes above this part of the scale. */
const unasked = 0.84;

/** The bid as the request wants it written. */
export function bid(request: BidRequest): string {
  const value = bidValue(request);
  return request.answer === "structured" ? JSON.stringify({ bid: value }) : `<${value}>`;
}

function bidValue(request: BidRequest): number {
  const { min, max } = request.scale;
  const reply = replyTo(request);
  const noise = chanceInTurn(request, "bid noise");
  const wish = reply.asked
    ? 0.93 + 0.07 * noise
    : Math.min(unasked, wishToSpeak(request, reply) + 0.14 * (noise - 0.5));
  return min + Math.round(Math.max(0, wish) * (max - min));
}

/** From 0 to about 1. */
function wishToSpeak(request: BidRequest, reply: Reply): number {
  const weights = weightsByCriterion[request.criterion] ?? weightsOtherwise;
  const silence = turnsOfSilence(request);
  const touches = reply.concern !== undefined && concernsOf(request.self, request).includes(reply.concern);
  const spoken = request.conversation.lines.filter(({ speaker }) => speaker === request.self.name).length;
  const fresh =
    0.22 +
    (touches ? 0.1 : 0) +
    (reply.named ? 0.16 : 0) +
    (reply.opposed ? weights.opposed : 0) +
    Math.min(weights.longestWait, weights.perTurnOfWaiting * silence) -
    (silence === 0 ? weights.justSpoke : 0) -
    (silence === 1 ? 0.1 : 0) -
    weights.perOwnSpeech * Math.min(countedSpeeches, spoken);
  return fresh * (1 - (1 - weights.leftAtLast) * ageOf(request));
}

/** How old the debate is, from 0 to 1; when it begins to age differs a little between debates. */
function ageOf(request: BidRequest): number {
  const start = freshTurns + Math.max(0, request.cast.length - 4) + 4 * chanceInDebate(request, 0, "age");
  return Math.min(1, Math.max(0, (request.turn - start) / ageingTurns));
}

/** Messages since one's own last, without those of listeners; all that are known for somebody who has not spoken. */
function turnsOfSilence(request: BidRequest): number {
  const { lines, omitted } = request.conversation;
  const first = lines.findLastIndex(({ speaker }) => speaker === request.self.name) + 1;
  const since = lines.slice(first).filter((_, index) => !isListeners(first + index, request)).length;
  return first > 0 ? since : since + omitted;
}
