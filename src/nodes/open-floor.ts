/** The open floor of the coming turn, as every node and edge that has to do with it sees it. */
import type { Bid } from "../domain/bid.js";
import { draw } from "../domain/chance.js";
import type { Exclusion } from "../domain/decision.js";
import { lineOf, speakerOf } from "../domain/message.js";
import { findCandidates } from "../policies/selection/candidates.js";
import type { OpenFloor } from "../policies/selection/policy.js";
import type { Conversation } from "../state/conversation-state.js";
import { seedOf } from "./node-kit.js";

/** What of the floor depends on the mode. */
export interface FloorRules<State extends Conversation> {
  /** Whether the last speaker may get the floor again at once. Default: yes. */
  readonly repeatOf?: (state: State) => "allow" | "forbid";
  /** The bids of the latest auction. Default: none. */
  readonly bidsOf?: (state: State) => readonly Bid[];
  /** Whom the mode itself leaves out of this turn, and why. Default: nobody. */
  readonly excludedOf?: (state: State) => readonly Exclusion[];
}

/** The floor, and who is left out of its candidates. */
export interface FloorOfTurn<State extends Conversation = Conversation> {
  readonly floor: OpenFloor<State>;
  readonly excluded: readonly Exclusion[];
}

/** The member of the cast who spoke last, also in a conversation that was handed in. */
function lastSpeakerOf({ messages, participants }: Conversation): string | undefined {
  const cast = new Set(participants.map(({ name }) => name));
  const last = messages.findLast((message) => cast.has(speakerOf(message)));
  return last && speakerOf(last);
}

export function openFloor<State extends Conversation>(
  state: State,
  { repeatOf, bidsOf, excludedOf }: FloorRules<State> = {},
): FloorOfTurn<State> {
  const turn = state.turn + 1;
  const seed = seedOf(state);
  const lastSpeaker = lastSpeakerOf(state);
  const left = excludedOf?.(state) ?? [];
  const found = findCandidates(state.participants, lastSpeaker, repeatOf?.(state) ?? "allow");
  const isLeft = (name: string) => left.some(({ participant }) => participant === name);
  const candidates = found.candidates.filter(({ participant }) => !isLeft(participant.name));
  const excluded = [...found.excluded.filter(({ participant }) => !isLeft(participant)), ...left];
  const latest = state.messages.at(-1);
  const floor: OpenFloor<State> = {
    turn,
    candidates,
    // An auction that came to nothing may have left bids and a decision of this same turn.
    bids: (bidsOf?.(state) ?? []).filter(
      (bid) => bid.turn === turn && candidates.some(({ seat }) => seat === bid.seat),
    ),
    history: state.decisions.filter((decision) => decision.turn < turn),
    lastSpeaker,
    latest: latest && lineOf(latest),
    state,
    draw: (purpose) => draw({ seed, turn, purpose }),
  };
  return { floor, excluded };
}
