/** The condition that a conversation's `stopping` field describes. */
import type { StoppingSettings } from "../../domain/settings.js";
import { afterTurns } from "./after-turns.js";
import { byProbability } from "./by-probability.js";
import { allOf, anyOf } from "./combine.js";
import { onPhrase } from "./on-phrase.js";
import { onSilence } from "./on-silence.js";
import type { StopCondition } from "./policy.js";

export function stopConditionOf({ combine, turns, phrase, silence, probability }: StoppingSettings): StopCondition {
  const conditions: StopCondition[] = [];
  if (turns !== undefined) conditions.push(afterTurns(turns));
  if (phrase !== undefined) conditions.push(onPhrase(phrase));
  if (silence !== undefined) conditions.push(onSilence(silence));
  if (probability !== undefined) conditions.push(byProbability(probability));
  return (combine === "all" ? allOf : anyOf)(...conditions);
}
