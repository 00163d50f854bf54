/** Requests for the floor that precede any rule: by listeners who address a participant by name, and by people who raise a hand. */
import { requestRules } from "../selection/decision.js";
import type { Candidate, Selection } from "../selection/rule.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Interjection } from "../state/records.js";
import { placeOf } from "../text/message.js";

type Talk = Pick<Conversation, "interjections" | "messages" | "participants">;

/** A request whose participant has not had the floor since. */
export interface FloorRequest {
  readonly participant: string;
  readonly interjection: Interjection;
}

const requestedBy = ({ from, to, raisesHand }: Interjection) => (raisesHand ? from : to);

/** The turn of the latest speech, by one speaker or by anybody; -1 if there is none. */
function lastTurn({ messages }: Talk, speaker?: string): number {
  const latest = messages.findLast(
    (message) => placeOf(message)?.kind === "speech" && (speaker === undefined || message.name === speaker),
  );
  return (latest && placeOf(latest)?.turn) ?? -1;
}

export function openRequests(talk: Talk): FloorRequest[] {
  const cast = new Set(talk.participants.map(({ name }) => name));
  return talk.interjections.flatMap((interjection) => {
    const participant = requestedBy(interjection);
    const isOpen = participant !== null && cast.has(participant) && lastTurn(talk, participant) <= interjection.turn;
    return isOpen ? [{ participant, interjection }] : [];
  });
}

/** The request that decides the next turn; undefined if the rule decides. */
export function findRequest(talk: Talk): FloorRequest | undefined {
  return openRequests(talk)[0];
}

/** The interjection that a speaker should answer: one to the speaker, else the latest unanswered one to everybody. */
export function findInterjection(talk: Talk, self: string): Interjection | undefined {
  const heard = talk.interjections.filter(({ text, from }) => text !== "" && from !== self);
  const personal = heard.find(({ to, turn }) => to === self && lastTurn(talk, self) <= turn);
  return personal ?? heard.findLast(({ to, turn }) => to === null && lastTurn(talk) <= turn);
}

export function grantRequest(
  { candidates, state }: { readonly candidates: readonly Candidate[]; readonly state: Talk },
  request: FloorRequest | undefined = findRequest(state),
): Selection | undefined {
  const found = candidates.find(({ participant }) => participant.name === request?.participant);
  if (!request || !found) return undefined;
  const { participant, interjection } = request;
  return interjection.raisesHand
    ? { rule: requestRules.raisedHand, seat: found.seat }
    : {
        rule: requestRules.spokenTo,
        seat: found.seat,
        addressed: { by: interjection.from, participant, granted: true },
      };
}
