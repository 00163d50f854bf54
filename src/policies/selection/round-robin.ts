/** The rule of the round-robin mode: in order, again and again, with a lead between all the others if there is one. */
import type { RoundRobinConversation } from "../../state/conversation-state.js";
import type { OpenFloor, Selection } from "./policy.js";

/** Whoever comes after the one who spoke last, in seat order. The lead has the first word and every second one. */
export function roundRobin({ candidates, lastSpeaker, spoken, state }: OpenFloor<RoundRobinConversation>): Selection {
  const { lead } = state.selection;
  const seatOf = (name: string | undefined) => candidates.find(({ participant }) => participant.name === name)?.seat;
  const others = candidates.filter(({ participant }) => participant.name !== lead);
  const leadSeat = seatOf(lead);
  if (leadSeat !== undefined && lastSpeaker !== lead) return { rule: "round-robin", seat: leadSeat };
  const previous = leadSeat === undefined ? lastSpeaker : spoken.findLast((name) => name !== lead);
  const last = seatOf(previous) ?? -1;
  return { rule: "round-robin", seat: (others.find(({ seat }) => seat > last) ?? others[0])?.seat ?? 0 };
}
