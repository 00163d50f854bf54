/** Whoever leads must be told apart from the cast. */
import { moderatorNames } from "../../domain/moderator.js";
import { isReservedName, nameKey } from "../../domain/name.js";
import type { Participant } from "../../domain/participant.js";
import type { CrossCheck } from "./cross-check.js";

/** Nobody in the cast may have the leader's name, and it must not be one that labels messages without a name. */
export function checkLeader(field: string): CrossCheck {
  return (input) => {
    const { name } = input[field] as { readonly name: string };
    const participants = input["participants"] as readonly Participant[];
    if (name === "") return [];
    const path = [field, "name"];
    const isModerator = Object.values(moderatorNames).includes(name);
    if (isReservedName(name) && !isModerator) return [{ path, params: { rule: "reserved-name", name } }];
    const first = participants.findIndex((participant) => nameKey(participant.name) === nameKey(name));
    return first < 0 ? [] : [{ path, params: { rule: "duplicate-name", name, first } }];
  };
}
