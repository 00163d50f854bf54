/** Without the `longestSilence` setting, a participant whose model always bids low might never speak. */
import { z } from "zod/v4";
import { maxTurnLimit } from "../../base/limits.js";
import { findStanding } from "./bid.js";
import { turnsWaited } from "./decision.js";
import type { Selection, SelectionContext, SettingProblem } from "./rule.js";

export const longestSilence = z.int().min(1).max(maxTurnLimit).optional().meta({
  title: "Longest silence",
  description:
    "The maximum number of turns that a participant usually waits. After that, the participant gets the floor, whatever the rule, unless it passes or may not speak, or a request for the floor comes first. Must be at least the number of other participants. Default: no limit.",
});

interface Settings {
  readonly longestSilence?: number | undefined;
}

export function checkLongestSilence(settings: Settings, names: readonly string[]): SettingProblem[] {
  const lowest = names.length - 1;
  const isTooLow = settings.longestSilence !== undefined && settings.longestSilence < lowest;
  return isTooLow ? [{ setting: "longestSilence", params: { rule: "out-of-range", lowest } }] : [];
}

/**
 * Selects the candidate who has waited longest, if that candidate has reached the limit, or if so many candidates are
 * close to the limit that one of them would otherwise exceed it.
 */
export function breakSilence(context: SelectionContext<Settings>): Selection | undefined {
  const limit = context.settings.longestSilence;
  if (limit === undefined) return undefined;
  const { standing, excluded } = findStanding(context);
  const waiting = standing
    .map(({ seat, participant }) => ({ seat, turnsLeft: limit - turnsWaited(context, participant.name) }))
    .toSorted((left, right) => left.turnsLeft - right.turnsLeft);
  const [first] = waiting;
  const isDue = waiting.some(({ turnsLeft }, index) => turnsLeft <= index);
  return first && isDue ? { seat: first.seat, rule: "longest-silence", excluded } : undefined;
}
