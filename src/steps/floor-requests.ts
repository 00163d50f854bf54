/** Who is owed the floor, whatever the rule: participants whom a listener spoke to by name, and people who raised a hand. */

import { requestRules } from "../selection/decision.js";
import type { Candidate, Selection } from "../selection/rule.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Interjection } from "../state/interjection.js";
import { placeOf } from "../text/message.js";

type Talk = Pick<Conversation, "interjections" | "messages" | "participants">;

/** Somebody who has not had the floor since it was asked for. */
export interface FloorRequest {
  readonly participant: string;
  readonly interjection: Interjection;
}

/** Whom an interjection gives a claim to the floor. */
const claimantOf = ({ from, to, raisesHand }: Interjection) => (raisesHand ? from : to);

/** The turn of the latest speech, of one speaker or of anybody; -1 where there was none. */
function lastTurn({ messages }: Talk, speaker?: string): number {
  const latest = messages.findLast(
    (message) => placeOf(message)?.kind === "speech" && (speaker === undefined || message.name === speaker),
  );
  return (latest && placeOf(latest)?.turn) ?? -1;
}

/** Every claim that is open, in the order in which they were made. */
export function openRequests(talk: Talk): FloorRequest[] {
  if (talk.interjections.length === 0) return [];
  const cast = new Set(talk.participants.map(({ name }) => name));
  return talk.interjections.flatMap((interjection) => {
    const participant = claimantOf(interjection);
    const isOpen = participant !== null && cast.has(participant) && lastTurn(talk, participant) <= interjection.turn;
    return isOpen ? [{ participant, interjection }] : [];
  });
}

/** Who is to have the next turn; undefined where the rule decides. */
export function findRequest(talk: Talk): FloorRequest | undefined {
  return openRequests(talk)[0];
}

/** What a speaker is to take up: what was said to it, else what was last said to the room and nobody has answered. */
export function findInterjection(talk: Talk, self: string): Interjection | undefined {
  if (talk.interjections.length === 0) return undefined;
  const heard = talk.interjections.filter(({ text, from }) => text !== "" && from !== self);
  const personal = heard.find(({ to, turn }) => to === self && lastTurn(talk, self) <= turn);
  return personal ?? heard.findLast(({ to, turn }) => to === null && lastTurn(talk) <= turn);
}

/** Gives the floor to the participant who is owed it; undefined where nobody is. */
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
