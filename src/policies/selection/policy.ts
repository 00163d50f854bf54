/** The port of speaker selection: a rule is a function of one turn's auction. */
import type { Bid } from "../../domain/bid.js";
import type { ChancePurpose } from "../../domain/chance.js";
import type { Decision, Exclusion, Score } from "../../domain/decision.js";
import type { Participant } from "../../domain/participant.js";
import type { SelectionSettings } from "../../domain/settings.js";

/** Someone who may get the floor this turn. */
export interface Candidate {
  /** The place in the cast, from 0. */
  readonly seat: number;
  readonly participant: Participant;
}

/** All that a rule decides by. */
export interface Auction {
  readonly turn: number;
  /** Whom the floor may be given to, in seat order. Never empty. */
  readonly candidates: readonly Candidate[];
  /** This turn's bids, in seat order. */
  readonly bids: readonly Bid[];
  /** The decisions of all turns before. */
  readonly history: readonly Decision[];
  readonly settings: SelectionSettings;
  /** A number in [0, 1) that depends on the seed, the turn and the purpose only. */
  readonly draw: (purpose: ChancePurpose) => number;
}

/** What a rule found. The fields but the speaker go into the decision record. */
export interface Selection {
  /** The seat that gets the floor. */
  readonly seat: number;
  /** The rule's name, for the record. */
  readonly rule: string;
  readonly scores?: readonly Score[];
  /** Names that were equal at the top. */
  readonly tied?: readonly string[];
  readonly draw?: number | null;
  /** Candidates that the rule itself set aside. */
  readonly excluded?: readonly Exclusion[];
}

/** Chooses who speaks next. A rule must name a candidate's seat; anything else is refused with an error. */
export type SelectSpeaker = (auction: Auction) => Selection;
