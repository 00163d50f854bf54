/** Decisions: the record of how each turn's speaker was found. Nothing about a choice is silent. */
import type { Bid } from "./bid.js";

/** A participant that could not be chosen this turn, and why. */
export interface Exclusion {
  readonly participant: string;
  /**
   * `spoke-last`: nobody may speak twice running. `abstained`: it passed, and others did not. `hand-down`: a
   * person who raised no hand. `failed`, `late`: its bid. `speech-failed`: it had the floor and could not speak. `resting`: its bids failed too often; it is asked again later.
   * `not-in-stage`: this stage of the meeting is not its to speak in. `spoke-this-round`: it has had its turn of the round.
   * `other-task`: the task was somebody else's.
   */
  readonly reason:
    | "spoke-last"
    | "abstained"
    | "hand-down"
    | "failed"
    | "late"
    | "speech-failed"
    | "resting"
    | "not-in-stage"
    | "spoke-this-round"
    | "other-task";
}

/** Somebody had the floor and could not speak: the call failed, and the next best bidder had it then. */
export interface UnspokenTurn {
  readonly turn: number;
  readonly participant: string;
  /** Why the call failed. */
  readonly reason: string;
}

/** What one candidate's bid was worth to the rule, and how that came about. */
export interface Score {
  readonly participant: string;
  /** The bid itself; 0 where there was none to read. */
  readonly bid: number;
  /** Points for turns waited. */
  readonly aging: number;
  /** What was taken off: the owner's recent mean bid. */
  readonly centre: number;
  /** Points for being named in passing. */
  readonly mention: number;
  /** bid + aging + mention - centre */
  readonly total: number;
}

/** Why an answer names no candidate. */
export type ChoiceProblem = "no-choice" | "several-choices" | "not-an-integer" | "out-of-range";

/** One answer to "who speaks next?". */
export interface ChoiceAttempt {
  /** What the model answered, to the letter. */
  readonly answer: string;
  /** Why the answer could not be read, or that the call failed and there was none; null when it could. */
  readonly problem: ChoiceProblem | "call-failed" | null;
}

/** Somebody was asked a direct question by name. */
export interface Address {
  /** Who asked. */
  readonly by: string;
  /** Who was asked. */
  readonly participant: string;
  /** Whether the floor was given for it; not where two would have kept it between them. */
  readonly granted: boolean;
}

/** How one turn's speaker was found. */
export interface Decision {
  readonly turn: number;
  /** The rule that chose, such as `highest-bid`. */
  readonly rule: string;
  /** Who could be chosen, in seat order. */
  readonly candidates: readonly string[];
  readonly excluded: readonly Exclusion[];
  readonly bids: readonly Bid[];
  readonly scores: readonly Score[];
  /** The answers that a model gave when it was asked to choose; empty where none was. */
  readonly choices: readonly ChoiceAttempt[];
  /** Who was asked by name, where that counts; else null. */
  readonly addressed: Address | null;
  /** Who shared the highest score; the speaker alone where nobody did. */
  readonly tied: readonly string[];
  /** The number in [0, 1) that broke the tie, or that the rule drew; null when nothing was left to chance. */
  readonly draw: number | null;
  /** Who got the floor. */
  readonly speaker: string;
}

/** Rules of the conversation itself: a listener spoke to the participant, or a person of the cast raised a hand. */
export const requestRules = { raisedHand: "raised-hand", spokenTo: "spoken-to" } as const;

/** Whether the turn was given out of the rule's order because somebody asked for it. */
export const isRequested = ({ rule }: Pick<Decision, "rule">): boolean =>
  rule === requestRules.raisedHand || rule === requestRules.spokenTo;
