import type { Decision } from "../../records/decision.js";
import type { SelectionContext } from "./rule.js";

/**
 * The state contains one decision per turn. A history that a caller passes may contain several, of which the last
 * counts.
 */
export const latestOfEachTurn = (history: readonly Decision[]): readonly Decision[] =>
  history.filter(({ turn }, index) => history[index + 1]?.turn !== turn);

/** Returns the number of turns since the participant last spoke, or since the conversation began. */
export function turnsWaited(
  { turn, history, spoken }: Pick<SelectionContext, "turn" | "history" | "spoken">,
  name: string,
): number {
  // Speeches taken over from another conversation have turns, but may have no decisions.
  const [chosen, spoke] = [history, spoken].map((turns) => turns.findLast(({ speaker }) => speaker === name)?.turn);
  return turn - 1 - Math.max(chosen ?? 0, spoke ?? 0);
}

/** The names recorded as the rule if a request, rather than the mode, chooses the speaker. */
export const requestRules = { raisedHand: "raised-hand", spokenTo: "spoken-to", called: "called" } as const;

const outOfOrder: readonly string[] = Object.values(requestRules);

export const isRequested = ({ rule }: Decision): boolean => outOfOrder.includes(rule);
