/** The port of speaker selection: a rule is a function of the conversation's state and of who may speak this turn. */

import type { ChancePurpose } from "../chance.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Line } from "../state/message.js";
import type { Participant } from "../state/participant.js";
import type { Bid } from "./bid.js";
import type { Address, ChoiceAttempt, Decision, Exclusion, Score } from "./decision.js";

/** Someone who may get the floor this turn. */
export interface Candidate {
  /** The place in the cast, from 0. */
  readonly seat: number;
  readonly participant: Participant;
}

/** The floor is open: all that a rule decides by. */
export interface SelectionContext<State extends Conversation = Conversation> {
  readonly turn: number;
  /** Whom the floor may be given to, in seat order. Never empty. */
  readonly candidates: readonly Candidate[];
  /** This turn's bids, in seat order; none in modes without bids. */
  readonly bids: readonly Bid[];
  /** The decisions of all turns before. */
  readonly history: readonly Decision[];
  /** The member of the cast who spoke last, also in a conversation that was handed in. */
  readonly lastSpeaker: string | undefined;
  /** Who of the cast has spoken, message by message, also in a conversation that was handed in. */
  readonly spoken: readonly string[];
  /** The latest message, whoever said it. */
  readonly latest: Line | undefined;
  /** The whole state, to read. */
  readonly state: Readonly<State>;
  /**
   * A number in [0, 1) that depends on the seed, the turn, the purpose and the salt only: a rule that needs several in one
   * turn gives each its own salt. The decision record shows the last one.
   */
  readonly draw: (purpose: ChancePurpose, salt?: string | number) => number;
}

/** What a rule found. The fields but the seat go into the decision record. */
export interface Selection {
  /** The seat that gets the floor: its place in the cast, from 0. */
  readonly seat: number;
  /** The rule's name, for the record. Default: the function's name. */
  readonly rule?: string;
  readonly scores?: readonly Score[];
  /** Names that were equal at the top. */
  readonly tied?: readonly string[];
  /** The number that decided. Default: the last one that the rule drew. */
  readonly draw?: number | null;
  /** Candidates that the rule itself set aside. */
  readonly excluded?: readonly Exclusion[];
  /** A model's answers, where one was asked to choose. */
  readonly choices?: readonly ChoiceAttempt[];
  readonly addressed?: Address | null;
}

/**
 * Chooses who speaks next: returns one of the candidates, a candidate's name, or a selection with more for the record.
 * Anything else is refused with an error that lists the candidates.
 */
export type SelectionRule<State extends Conversation = Conversation> = (
  floor: SelectionContext<State>,
) => Selection | string | null | undefined;
