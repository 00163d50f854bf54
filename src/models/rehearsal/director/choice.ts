/** Whom a director gives the floor to: who was called upon, who has waited, who has something to say against it. */

import type { Participant } from "../../../state/participant.js";
import type { ChooseSpeakerRequest } from "../../request.js";
import { concernIn, concernsOf } from "../concerns.js";
import { chanceInTurn } from "../luck.js";
import { replyTo } from "../reply.js";
import { stancesOf } from "../stance.js";
import type { Show } from "./show.js";

/** How much each reason counts; who just spoke needs all of them to speak again. */
const weights = {
  asked: 1.2,
  /** Nobody else can answer that. */
  askedByListener: 3,
  named: 0.6,
  opposed: 0.35,
  concerned: 0.2,
  unheard: 0.9,
  perMessageOfWaiting: 0.12,
  longestWait: 0.8,
  perSpeechMore: 0.35,
  justSpoke: 3,
  spokeBefore: 0.5,
  chance: 0.6,
};

/** Index of the candidate with the best reasons to speak. */
export function choice(request: ChooseSpeakerRequest, show: Show): number {
  const scores = request.candidates.map((candidate, index) => score(candidate, index, request, show));
  return scores.indexOf(Math.max(...scores));
}

function score(candidate: Participant, index: number, request: ChooseSpeakerRequest, { heard, latest }: Show): number {
  const noise = weights.chance * chanceInTurn(request, `choice ${index}`);
  const speeches = (name: string) => heard.filter((said) => said.name === name).length;
  const last = heard.findLastIndex(({ name }) => name === candidate.name);
  const waited = heard.length - 1 - last;
  const fewest = Math.min(...request.candidates.map(({ name }) => speeches(name)));
  const waiting =
    (last < 0 && heard.length > 0 ? weights.unheard : 0) +
    Math.min(weights.longestWait, weights.perMessageOfWaiting * waited) -
    weights.perSpeechMore * (speeches(candidate.name) - fewest);
  if (latest === undefined) return noise + waiting;
  const hearing = {
    ...request,
    self: candidate,
    conversation: { lines: [{ speaker: latest.name, text: latest.text }], omitted: 1 },
  };
  const { asked, named } = replyTo(hearing);
  const stances = stancesOf(request);
  const isOpposed = latest.guest !== undefined && stances.get(latest.name) !== stances.get(candidate.name);
  const concern = concernIn(latest.text, request);
  const isConcerned = concern !== undefined && concernsOf(candidate, request).includes(concern);
  const isBackAlready = request.candidates.length > 2 && waited === 1;
  return (
    noise +
    waiting +
    (asked ? (latest.guest ? weights.asked : weights.askedByListener) : named ? weights.named : 0) +
    (isOpposed ? weights.opposed : 0) +
    (isConcerned ? weights.concerned : 0) -
    (waited === 0 ? weights.justSpoke : 0) -
    (isBackAlready ? weights.spokeBefore : 0)
  );
}
