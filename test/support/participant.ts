import type { Participant } from "../../src/core/state/participant.js";
import { participantField } from "../../src/core/state/participant.js";

const defaults = participantField.parse({ name: "Nobody" });

/** A member of a cast, of whom a test needs to say no more than this. Not checked: tests make up names that input may not. */
export function participant(name: string, role = "", description = ""): Participant {
  return { ...defaults, name, role, description };
}
