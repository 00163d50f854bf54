import type { BidRequest, PanelRequest } from "../../core/model-request.js";
import { type Heard, hear, isListener } from "./hearing.js";
import { chanceInConversation, chanceInTurn } from "./luck.js";
import { Voice } from "./phrasing.js";
import { themesOf } from "./topic.js";

/**
 * How much two things add to the wish to speak: a previous speaker with an opposing view, and each turn since the
 * bidder last spoke (at most five count). As the conversation ages, the wish is multiplied by a factor that falls from
 * 1 to `leftAtLast`.
 */
const weights = {
  urge: { opposed: 0.16, perTurnOfSilence: 0.06, leftAtLast: 0.25 },
  other: { opposed: 0.25, perTurnOfSilence: 0.04, leftAtLast: 0.8 },
} as const;

export function bid(request: BidRequest): string {
  const { min, max } = request.scale;
  const heard = hear(request);
  const noise = chanceInTurn(request, "bid");
  // Before rounding, leaves the top sixth of the scale to participants who are asked a question, and to bids right
  // after the leader's speech.
  const free = Math.max(0, Math.min(0.84, wishToSpeak(request, heard) + 0.14 * (noise - 0.5)));
  const value = min + Math.round((heard.isAsked ? 0.93 + 0.07 * noise : free) * (max - min));
  if (request.answer === "tag") return `<${value}>`;
  return JSON.stringify({ ...(request.reason ? { reason: reasonFor(request, heard) } : {}), bid: value });
}

export function bidForAll({ candidates, ...request }: PanelRequest): string {
  const bids = candidates.map((self) => ({
    participant: 1 + request.cast.findIndex(({ name }) => name === self.name),
    ...JSON.parse(bid({ ...request, purpose: "bid", answer: "structured", self })),
  }));
  return JSON.stringify({ bids });
}

function reasonFor(request: BidRequest, { isAsked, isNamed, isOpposed, name, theme }: Heard): string {
  const isOwnTheme = themesOf(request.self, request).some((own) => own.name === theme?.name);
  const kinds = {
    asked: isAsked,
    named: isNamed,
    opposed: isOpposed,
    own: isOwnTheme,
    waited: turnsOfSilence(request) > 2,
  };
  const kind = Object.entries(kinds).find(([, holds]) => holds)?.[0] ?? "little";
  const voice = new Voice(request, { name, point: theme?.point });
  return voice.say(`talk.reasons.${kind}`) ?? voice.say("talk.reasons.little") ?? "";
}

function wishToSpeak(request: BidRequest, heard: Heard): number {
  const { criterion, conversation, self } = request;
  const weight = weights[criterion === "urge" ? criterion : "other"];
  const isOwnTheme = themesOf(self, request).some(({ name }) => name === heard.theme?.name);
  const own = conversation.lines.filter(({ speaker }) => speaker === self.name).length;
  const silence = turnsOfSilence(request);
  const fresh =
    0.22 +
    (isOwnTheme ? 0.1 : 0) +
    (heard.isNamed ? 0.16 : 0) +
    (heard.isOpposed ? weight.opposed : 0) +
    weight.perTurnOfSilence * Math.min(5, silence) -
    ([0.42, 0.1][silence] ?? 0) -
    0.02 * Math.min(6, own);
  return fresh * (1 - (1 - weight.leftAtLast) * ageOf(request));
}

/**
 * The conversation's age, from 0 to 1. With up to four participants, the age starts to rise after five to nine turns,
 * and reaches 1 four turns later.
 */
function ageOf(request: BidRequest): number {
  const start = 5 + Math.max(0, request.cast.length - 4) + 4 * chanceInConversation(request, "age");
  return Math.min(1, Math.max(0, (request.turn - start) / 4));
}

function turnsOfSilence(request: BidRequest): number {
  const { lines, omitted } = request.conversation;
  const own = lines.findLastIndex(({ speaker }) => speaker === request.self.name);
  const since = lines.slice(own + 1).filter(({ speaker }) => !isListener(speaker, request)).length;
  return own >= 0 ? since : since + omitted;
}
