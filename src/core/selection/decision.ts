/** Decisions: the record of how each turn's speaker was chosen. */

import type { Decision } from "../../records/decision.js";

/** The last decision of each turn. A turn has a second decision if its first speaker failed. */
export const latestOfEachTurn = (history: readonly Decision[]): readonly Decision[] =>
  history.filter(({ turn }, index) => history[index + 1]?.turn !== turn);

/** The number of turns since the participant last spoke, or since the conversation began. */
export const turnsWaited = (
  { turn, history }: { readonly turn: number; readonly history: readonly Decision[] },
  name: string,
): number => turn - 1 - (history.findLast((decision) => decision.speaker === name)?.turn ?? 0);

/**
 * The rules for requests: a person raised a hand, a listener addressed the participant, or someone called on it by
 * hand.
 */
export const requestRules = { raisedHand: "raised-hand", spokenTo: "spoken-to", called: "called" } as const;

const outOfOrder: readonly string[] = Object.values(requestRules);

/** Whether a request, not the rule's order, gave the floor. */
export const isRequested = ({ rule }: Decision): boolean => outOfOrder.includes(rule);
