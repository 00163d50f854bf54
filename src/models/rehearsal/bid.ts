/** How much a participant wants the floor, judged by what was just said and how long it has been silent. */
import type { BidBrief } from "../../domain/brief.js";
import { concernsOf } from "./concerns.js";
import { chanceInTurn } from "./luck.js";
import { type Reply, replyTo } from "./reply.js";

/** How much each reason adds, where the whole scale is 1. */
interface Weights {
  readonly opposed: number;
  readonly perTurnOfWaiting: number;
  readonly longestWait: number;
  readonly justSpoke: number;
}

const weightsByCriterion: Readonly<Record<string, Weights>> = {
  contradiction: { opposed: 0.28, perTurnOfWaiting: 0.03, longestWait: 0.15, justSpoke: 0.35 },
  urge: { opposed: 0.16, perTurnOfWaiting: 0.06, longestWait: 0.3, justSpoke: 0.45 },
};
const weightsOtherwise: Weights = { opposed: 0.2, perTurnOfWaiting: 0.045, longestWait: 0.22, justSpoke: 0.4 };

/** Only a question by name goes above this part of the scale. */
const unasked = 0.84;

/** The bid as the brief wants it written. */
export function bid(brief: BidBrief): string {
  const value = bidValue(brief);
  return brief.answer === "structured" ? JSON.stringify({ bid: value }) : `<${value}>`;
}

function bidValue(brief: BidBrief): number {
  const { min, max } = brief.scale;
  const reply = replyTo(brief);
  const noise = chanceInTurn(brief, "bid noise");
  const wish = reply.asked ? 0.93 + 0.07 * noise : Math.min(unasked, wishToSpeak(brief, reply) + 0.14 * (noise - 0.5));
  return min + Math.round(Math.max(0, wish) * (max - min));
}

/** From 0 to about 1. */
function wishToSpeak(brief: BidBrief, reply: Reply): number {
  const weights = weightsByCriterion[brief.criterion] ?? weightsOtherwise;
  const silence = turnsOfSilence(brief);
  const touches = reply.concern !== undefined && concernsOf(brief.self, brief).includes(reply.concern);
  return (
    0.22 +
    (touches ? 0.1 : 0) +
    (reply.named ? 0.16 : 0) +
    (reply.opposed ? weights.opposed : 0) +
    Math.min(weights.longestWait, weights.perTurnOfWaiting * silence) -
    (silence === 0 ? weights.justSpoke : 0) -
    (silence === 1 ? 0.1 : 0)
  );
}

/** Messages since one's own last; all that are known for somebody who has not spoken. */
function turnsOfSilence({ conversation, self }: BidBrief): number {
  const { lines, omitted } = conversation;
  const last = lines.findLastIndex(({ speaker }) => speaker === self.name);
  return last < 0 ? lines.length + omitted : lines.length - 1 - last;
}
