/** The condition that a conversation's `stopping` field describes. */
import type { StoppingSettings } from "../state/settings.js";
import { allOf, anyOf } from "./combine.js";
import type { StopCondition } from "./condition.js";
import { onPhrase } from "./phrase.js";
import { byProbability } from "./probability.js";
import { onSilence } from "./silence.js";
import { afterTurns } from "./turns.js";

export function stopConditionOf({ combine, turns, phrase, silence, probability }: StoppingSettings): StopCondition {
  const conditions: StopCondition[] = [];
  if (turns !== undefined) conditions.push(afterTurns(turns));
  if (phrase !== undefined) conditions.push(onPhrase(phrase));
  if (silence !== undefined) conditions.push(onSilence(silence));
  if (probability !== undefined) conditions.push(byProbability(probability));
  return (combine === "all" ? allOf : anyOf)(...conditions);
}
