/** How much a participant wants the floor: by what was just said, how long it has been silent, and how old the talk is. */
import type { BidRequest } from "../models/request.js";
import { type Heard, hear, isListener } from "./hearing.js";
import { chanceInConversation, chanceInTurn } from "./luck.js";
import { themesOf } from "./themes.js";

/** How much each reason adds where the whole scale is 1, and what is left of it when the conversation has grown old. */
const weights = {
  urge: { opposed: 0.16, perTurn: 0.06, longestWait: 0.3, justSpoke: 0.45, perOwnSpeech: 0.03, leftAtLast: 0.28 },
  contradiction: {
    opposed: 0.28,
    perTurn: 0.03,
    longestWait: 0.15,
    justSpoke: 0.35,
    perOwnSpeech: 0.01,
    leftAtLast: 0.75,
  },
  other: { opposed: 0.2, perTurn: 0.045, longestWait: 0.22, justSpoke: 0.4, perOwnSpeech: 0.01, leftAtLast: 0.85 },
} as const;

/** A conversation of up to four grows old after so many turns, at least. */
const freshTurns = 5;
/** So many turns it takes from fresh to old. */
const ageingTurns = 4;
/** No more of one's own speeches count: one has less and less to add. */
const countedSpeeches = 6;
/** Only a question by name goes above this part of the scale. */
const unasked = 0.84;

/** The bid in the form that is asked for. */
export function bid(request: BidRequest): string {
  const { min, max } = request.scale;
  const heard = hear(request);
  const noise = chanceInTurn(request, "bid");
  const wish = heard.isAsked
    ? 0.93 + 0.07 * noise
    : Math.min(unasked, wishToSpeak(request, heard) + 0.14 * (noise - 0.5));
  const value = min + Math.round(Math.max(0, wish) * (max - min));
  return request.answer === "structured" ? JSON.stringify({ bid: value }) : `<${value}>`;
}

function wishToSpeak(request: BidRequest, heard: Heard): number {
  const { criterion } = request;
  const weight = weights[criterion === "urge" || criterion === "contradiction" ? criterion : "other"];
  const silence = turnsOfSilence(request);
  const isOwnTheme = themesOf(request.self, request).some(({ name }) => name === heard.theme?.name);
  const spoken = request.conversation.lines.filter(({ speaker }) => speaker === request.self.name).length;
  const fresh =
    0.22 +
    (isOwnTheme ? 0.1 : 0) +
    (heard.isNamed ? 0.16 : 0) +
    (heard.isOpposed ? weight.opposed : 0) +
    Math.min(weight.longestWait, weight.perTurn * silence) -
    (silence === 0 ? weight.justSpoke : 0) -
    (silence === 1 ? 0.1 : 0) -
    weight.perOwnSpeech * Math.min(countedSpeeches, spoken);
  return fresh * (1 - (1 - weight.leftAtLast) * ageOf(request));
}

/** How old the conversation is, from 0 to 1; when it begins to age differs a little between conversations. */
function ageOf(request: BidRequest): number {
  const start = freshTurns + Math.max(0, request.cast.length - 4) + 4 * chanceInConversation(request, "age");
  return Math.min(1, Math.max(0, (request.turn - start) / ageingTurns));
}

/** Messages since one's own last, without those of listeners; all that are known for somebody who has not spoken. */
function turnsOfSilence(request: BidRequest): number {
  const { lines, omitted } = request.conversation;
  const own = lines.findLastIndex(({ speaker }) => speaker === request.self.name);
  const since = lines.slice(own + 1).filter(({ speaker }) => !isListener(speaker, request)).length;
  return own >= 0 ? since : since + omitted;
}
