/** Who may get the floor, before anybody is asked for a bid. */

import type { Participant } from "../state/participant.js";
import type { Exclusion } from "./decision.js";
import type { Candidate } from "./rule.js";

/** The candidates in seat order, and who is left out and why. */
export function findCandidates(
  participants: readonly Participant[],
  lastSpeaker: string | undefined,
  repeat: "allow" | "forbid",
): { candidates: Candidate[]; excluded: Exclusion[] } {
  const seated = participants.map((participant, seat) => ({ seat, participant }));
  const spokeLast = ({ participant }: Candidate) => repeat === "forbid" && participant.name === lastSpeaker;
  return {
    candidates: seated.filter((candidate) => !spokeLast(candidate)),
    excluded: seated
      .filter(spokeLast)
      .map(({ participant }) => ({ participant: participant.name, reason: "spoke-last" })),
  };
}
