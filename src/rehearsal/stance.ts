/** Where each participant stands. It stays the same for the whole conversation. */
import type { ModelRequest } from "../models/request.js";
import { declaredStance } from "./description.js";
import { chanceInConversation, shuffled } from "./luck.js";
import type { Stance } from "./texts.js";
import { kindOf } from "./topic.js";

/** The stance of everybody in the cast, by name. Who declares none takes the rarest so far; open questions have no sides. */
export function stancesOf(request: ModelRequest): ReadonlyMap<string, Stance> {
  const stances = new Map<string, Stance>();
  const isOpen = kindOf(request) === "open";
  for (const participant of request.cast) {
    const declared = isOpen ? "unsure" : declaredStance(participant);
    if (declared) stances.set(participant.name, declared);
  }
  const sides: Stance[] = chanceInConversation(request, "sides") < 0.5 ? ["for", "against"] : ["against", "for"];
  const holders = (stance: Stance) => [...stances.values()].filter((other) => other === stance).length;
  for (const { name } of shuffled(request.cast, request, "stance"))
    if (!stances.has(name))
      stances.set(
        name,
        [...sides, "unsure" as const].reduce((rarest, stance) => (holders(stance) < holders(rarest) ? stance : rarest)),
      );
  return stances;
}

export const stanceOf = (name: string, request: ModelRequest): Stance => stancesOf(request).get(name) ?? "unsure";
