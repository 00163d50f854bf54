/**
 * Requests for the floor take precedence over any rule: a listener addresses a participant, a person in the cast raises
 * a hand, or a control names the next speaker.
 */

import { requestRules } from "../../../core/selection/decision.js";
import type { ControlRecord } from "../../../core/state/control-record.js";
import { maySpeak } from "../../../core/state/participant.js";
import { placeOf } from "../../../core/text/message.js";
import type { Address } from "../../../records/decision.js";
import type { Interjection } from "../../../records/interjection.js";
import type { Conversation } from "../../state/conversation-state.js";

type Talk = Pick<Conversation, "interjections" | "controls" | "messages" | "participants">;

export interface FloorRequest {
  readonly rule: string;
  readonly participant: string;
  readonly addressed: Address | null;
  /** The number of turns before the request. */
  readonly turn: number;
}

function requestIn({ from, to, raisesHand, turn }: Interjection): FloorRequest | undefined {
  if (raisesHand) return { participant: from, turn, rule: requestRules.raisedHand, addressed: null };
  const addressed = { by: from, participant: to ?? "", granted: true };
  return to === null ? undefined : { participant: to, turn, rule: requestRules.spokenTo, addressed };
}

function callIn({ control, refusal, turn }: ControlRecord): FloorRequest | undefined {
  const isCall = control && "next" in control && refusal === null;
  return isCall ? { participant: control.next, turn, rule: requestRules.called, addressed: null } : undefined;
}

function lastTurn({ messages }: Talk, speaker?: string): number {
  const latest = messages.findLast(
    (message) => placeOf(message)?.kind === "speech" && (speaker === undefined || message.name === speaker),
  );
  return (latest && placeOf(latest)?.turn) ?? -1;
}

/** A request is open if its participant may speak and has not spoken since. Controls precede interjections. */
export function openRequests(talk: Talk): FloorRequest[] {
  const speakers = new Set(talk.participants.filter(maySpeak).map(({ name }) => name));
  const requests = [...talk.controls.map(callIn), ...talk.interjections.map(requestIn)];
  return requests.flatMap((request) =>
    request && speakers.has(request.participant) && lastTurn(talk, request.participant) <= request.turn
      ? [request]
      : [],
  );
}

export function findRequest(talk: Talk): FloorRequest | undefined {
  return openRequests(talk)[0];
}

/**
 * The first unanswered interjection to `self` or, if there is none, the latest unanswered interjection to everybody.
 * Ignores the speaker's own interjections.
 */
export function findInterjection(talk: Talk, self: string): Interjection | undefined {
  const heard = talk.interjections.filter(({ text, from }) => text !== "" && from !== self);
  const personal = heard.find(({ to, turn }) => to === self && lastTurn(talk, self) <= turn);
  return personal ?? heard.findLast(({ to, turn }) => to === null && lastTurn(talk) <= turn);
}
