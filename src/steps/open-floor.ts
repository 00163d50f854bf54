/** The open floor of the coming turn, as every node and edge that has to do with it sees it. */

import { draw } from "../chance.js";
import { memoize } from "../memoize.js";
import type { Bid } from "../selection/bid.js";
import { findCandidates } from "../selection/candidates.js";
import type { Exclusion } from "../selection/decision.js";
import { type FloorRequest, findRequest } from "../selection/requested.js";
import type { SelectionContext } from "../selection/rule.js";
import type { Conversation } from "../state/conversation-state.js";
import { lineOf, placeOf, speakerOf } from "../state/message.js";
import { seedOf } from "./services.js";

/** What of the floor depends on the mode. */
export interface FloorRules<State extends Conversation> {
  /** Whether the last speaker may get the floor again at once. Default: yes. */
  readonly repeatOf?: (state: State) => "allow" | "forbid";
  /** The bids of the latest auction. Default: none. */
  readonly bidsOf?: (state: State) => readonly Bid[];
  /** Whom the mode itself leaves out of this turn, and why. Default: nobody. */
  readonly excludedOf?: (state: State) => readonly Exclusion[];
  /** Who is owed the floor by listeners. Default: the first who was spoken to, or who raised a hand. */
  readonly requestOf?: (state: State) => FloorRequest | undefined;
}

/** The floor, who is left out of its candidates, and what was bid. */
export interface FloorOfTurn<State extends Conversation = Conversation> {
  readonly floor: SelectionContext<State>;
  readonly excluded: readonly Exclusion[];
  /** All bids of the turn, for the record: also of who bid and could not speak. */
  readonly bids: readonly Bid[];
}

/** Who of the cast has spoken, message by message: worked out once a turn. */
const spokenIn = memoize((messages: Conversation["messages"]) =>
  memoize((participants: Conversation["participants"]): readonly string[] => {
    const cast = new Set(participants.map(({ name }) => name));
    return messages
      .filter((message) => placeOf(message)?.kind !== "interjection")
      .map(speakerOf)
      .filter((name) => cast.has(name));
  }),
);

export function openFloor<State extends Conversation>(
  state: State,
  { repeatOf, bidsOf, excludedOf, requestOf = findRequest }: FloorRules<State> = {},
): FloorOfTurn<State> {
  const turn = state.turn + 1;
  const seed = seedOf(state);
  const spoken = spokenIn(state.messages)(state.participants);
  const lastSpeaker = spoken.at(-1);
  const requested = requestOf(state)?.participant;
  const left = (excludedOf?.(state) ?? []).filter(({ participant }) => participant !== requested);
  const repeat = lastSpeaker === requested ? "allow" : (repeatOf?.(state) ?? "allow");
  const found = findCandidates(state.participants, lastSpeaker, repeat);
  const isLeft = (name: string) => left.some(({ participant }) => participant === name);
  const candidates = found.candidates.filter(({ participant }) => !isLeft(participant.name));
  const excluded = [...found.excluded.filter(({ participant }) => !isLeft(participant)), ...left];
  const latest = state.messages.at(-1);
  // An auction that came to nothing may have left bids and a decision of this same turn.
  const bids = (bidsOf?.(state) ?? []).filter((bid) => bid.turn === turn);
  const floor: SelectionContext<State> = {
    turn,
    candidates,
    bids: bids.filter(({ seat }) => candidates.some((candidate) => candidate.seat === seat)),
    history: state.decisions.filter((decision) => decision.turn < turn),
    lastSpeaker,
    spoken,
    latest: latest && lineOf(latest),
    state,
    draw: (purpose, salt) => draw({ seed, turn, purpose, ...(salt === undefined ? {} : { salt }) }),
  };
  return { floor, excluded, bids };
}
