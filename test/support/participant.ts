import type { Participant } from "../../src/core/state/participant.js";
import { participantField } from "../../src/core/state/participant.js";

const defaults = participantField.parse({ name: "Nobody" });

/** Checks nothing, so tests can use invalid names. */
export function participant(name: string, role = "", description = ""): Participant {
  return { ...defaults, name, role, description };
}
