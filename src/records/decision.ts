import type { Bid } from "./bid.js";

/** The exclusion of a participant from a turn's choice of the speaker, with the reason. */
export interface Exclusion {
  readonly participant: string;
  /**
   * Why the participant could not be chosen. `spoke-last`: it spoke last, and `repeat` forbids two turns in a row.
   * `abstained`: it passed while others bid. `hand-down`: it is a person who did not raise a hand. `failed`, `late`:
   * its bid failed or was late. `speech-failed`: its speech failed. `resting`: it is skipping some turns after repeated
   * failed bids. `not-in-stage`: it has no part in this stage. `spoke-this-round`: it has spoken in this round.
   * `other-task`: the task belongs to another participant. `transition`: it may not follow the last speaker.
   * `only-when-mentioned`: no recent message has mentioned it since it last spoke. `muted`, `removed`: it is muted or
   * has been removed.
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
    | "other-task"
    | "transition"
    | "only-when-mentioned"
    | "muted"
    | "removed";
}

/** A participant who had the floor but whose call failed, so another candidate got the floor instead. */
export interface UnspokenTurn {
  readonly turn: number;
  readonly participant: string;
  /** Why the call failed. */
  readonly reason: string;
}

/**
 * A candidate's score, with the components from which the rule computes it. All components except `divisor` and
 * `talkativeness` are on the bidding scale.
 */
export interface Score {
  readonly participant: string;
  /** The bid; 0 if there is no readable bid. */
  readonly bid: number;
  /** `highest-bid`: what is added for turns spent waiting. */
  readonly aging?: number;
  /**
   * `highest-bid`: the mean of the bidder's recent bids, which is subtracted; without recent bids, the mean of this
   * turn's bids. 0 if the `centre` setting is 0.
   */
  readonly centre?: number;
  /** `highest-bid`: what is added for a passing mention. */
  readonly mention?: number;
  /** `proportional-fair`: what is subtracted because the bidder usually bids higher than the others. */
  readonly excess?: number;
  /** `proportional-fair`: how much the participant has spoken lately, as a decaying mean of its winning bids. */
  readonly received?: number;
  /** `proportional-fair`: the divisor computed from `received`; at least 1. */
  readonly divisor?: number;
  /** The participant's `talkativeness`, a factor from 0 to 1 in `total`. Default: 1. */
  readonly talkativeness?: number;
  /**
   * `highest-bid`: (bid + aging + mention) * talkativeness - centre. `proportional-fair`: (bid - excess) *
   * talkativeness / divisor, at least 0. `lottery`: the chance.
   */
  readonly total: number;
}

/** Why an answer to the question of who should speak next is unreadable. */
export type ChoiceProblem = "no-choice" | "several-choices" | "not-an-integer" | "out-of-range" | "too-long";

/** An answer by a model that was asked to choose the next speaker. */
export interface ChoiceAttempt {
  /** The model's exact answer; empty if the call failed. */
  readonly answer: string;
  /** Why there is no readable choice; null if there is one. */
  readonly problem: ChoiceProblem | "call-failed" | null;
}

/** Candidates whom a model named in a single answer, and who therefore speak one after another. */
export interface NamedTogether {
  /** The turn in which the model was asked. */
  readonly turn: number;
  /** The names of these candidates, in speaking order. */
  readonly names: readonly string[];
}

/** A direct question to a participant by name, or an interjection to a participant. */
export interface Address {
  /** The name of the speaker who asked, or of the sender of the interjection. */
  readonly by: string;
  /** The name of the participant who was asked or addressed. */
  readonly participant: string;
  /**
   * Whether the question or interjection gave the floor to `participant`. False if each of the last two turns already
   * answered a question between the same two participants.
   */
  readonly granted: boolean;
}

/** A task in a supervisor's plan. The worker gets the floor to carry it out. */
export interface AssignedTask {
  /** The task's number in the plan, counted from 1. */
  readonly number: number;
  readonly task: string;
  /** The numbers of the tasks that had to be completed first. */
  readonly after: readonly number[];
}

/** How a turn's speaker was chosen. */
export interface Decision {
  readonly turn: number;
  /** The name of the rule that chose the speaker, such as `highest-bid`. */
  readonly rule: string;
  /** The names of the candidates, in seat order. */
  readonly candidates: readonly string[];
  readonly excluded: readonly Exclusion[];
  /** Exclusions that were lifted because no other candidate was left. Absent if no exclusion was lifted. */
  readonly waived?: readonly Exclusion[];
  readonly bids: readonly Bid[];
  readonly scores: readonly Score[];
  /** The answers of the model that was asked to choose; empty if no model was asked. */
  readonly choices: readonly ChoiceAttempt[];
  /**
   * The candidates with the highest scores, among whom a model was asked to choose. Absent if no model was asked to
   * choose among them.
   */
  readonly among?: readonly string[];
  /**
   * The speaker and the other candidates whom the model named in the same answer. Absent if no model named several
   * candidates.
   */
  readonly named?: NamedTogether;
  /**
   * The question in the latest message that addresses a candidate by name, or the interjection that gave the floor.
   * Null if there was neither, or if the question was ignored, for example because `addressed` is off or a hand was
   * raised.
   */
  readonly addressed: Address | null;
  /** The participants with the highest score, if a tie was broken; otherwise only the speaker. */
  readonly tied: readonly string[];
  /** The number in [0, 1) that broke the tie, or that the rule drew last; null without a draw. */
  readonly draw: number | null;
  /** The task for which the speaker has the floor. Present only in supervisor mode, in turns with a task. */
  readonly task?: AssignedTask;
  readonly speaker: string;
}
