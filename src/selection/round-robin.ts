/** The rule of the round-robin mode: in order, again and again, with a lead between all the others if there is one. */

import type { RoundRobinConversation } from "../state/conversation-state.js";
import { placeOf, speakerOf } from "../state/message.js";
import { isRequested } from "./requested.js";
import type { Selection, SelectionContext } from "./rule.js";

/** Who has spoken, without those who were called out of turn: the order goes on where it was left. */
function spokenInTurn({ spoken, history, state }: SelectionContext<RoundRobinConversation>): readonly string[] {
  const outOfTurn = new Set(history.filter(isRequested).map(({ turn }) => turn));
  if (outOfTurn.size === 0) return spoken;
  const cast = new Set(spoken);
  return state.messages
    .filter((message) => {
      const place = placeOf(message);
      return place === undefined || (place.kind === "speech" && !outOfTurn.has(place.turn));
    })
    .map(speakerOf)
    .filter((name) => cast.has(name));
}

/** Whoever comes after the one who spoke last, in seat order. The lead has the first word and every second one. */
export function roundRobin(floor: SelectionContext<RoundRobinConversation>): Selection {
  const { candidates, state } = floor;
  const spoken = spokenInTurn(floor);
  const { lead } = state.selection;
  const seatOf = (name: string | undefined) => candidates.find(({ participant }) => participant.name === name)?.seat;
  const others = candidates.filter(({ participant }) => participant.name !== lead);
  const leadSeat = seatOf(lead);
  if (leadSeat !== undefined && spoken.at(-1) !== lead) return { rule: "round-robin", seat: leadSeat };
  const previous = leadSeat === undefined ? spoken.at(-1) : spoken.findLast((name) => name !== lead);
  const last = seatOf(previous) ?? -1;
  // A lead who is left alone speaks again.
  const next = others.find(({ seat }) => seat > last) ?? others[0] ?? candidates[0];
  return { rule: "round-robin", seat: next?.seat ?? 0 };
}
