/** Whoever leads must be told apart from the cast. */
import { isModeratorName, isReservedName } from "../locales/names.js";
import { nameKey } from "../text/name.js";
import type { FieldCheck } from "./field-check.js";
import type { Participant } from "./participant.js";

/** Nobody in the cast may have the leader's name, and it must not be one that labels messages without a name. */
export function checkLeader(field: string): FieldCheck {
  return (input) => {
    const { name } = input[field] as { readonly name: string };
    const participants = input["participants"] as readonly Participant[];
    if (name === "") return [];
    const path = [field, "name"];
    if (isReservedName(name) && !isModeratorName(name)) return [{ path, params: { rule: "reserved-name", name } }];
    const first = participants.findIndex((participant) => nameKey(participant.name) === nameKey(name));
    return first < 0 ? [] : [{ path, params: { rule: "duplicate-name", name, first } }];
  };
}
