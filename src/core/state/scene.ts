import type { StopReason } from "../../records/stop-reason.js";
import type { Participant } from "./participant.js";

/** How a conversation opened: its topic, its opening question and its leader. */
export interface Opening {
  /** The topic in the input's wording. */
  readonly topic: string;
  /** The topic in the wording of the opening message. */
  readonly question: string;
  /** The leader, who is not in the cast; null if there is no leader. */
  readonly leader: Participant | null;
}

/** The start of a run, which is either a conversation's first run or another round on its thread. */
export interface Scene {
  /** The number of turns taken before the run. */
  readonly turn: number;
  readonly topic: string;
  readonly participants: readonly Participant[];
  readonly leader: Participant | null;
  readonly seed: number;
  readonly maxTurns: number;
  /**
   * The limit in the input, if the mode's own number of turns is lower. Absent in scenes that an earlier version of
   * Rostrum saved.
   */
  readonly limit?: number;
  /** Why the previous run ended; null if it was interrupted, or if there was no previous run. */
  readonly ended: StopReason | null;
  /** The number of records of each kind before the run. `heard`: interjections and controls together. */
  readonly before: Readonly<
    Record<"messages" | "heard" | "warnings" | "judgements" | "verdicts" | "stopDraws" | "results", number>
  > & {
    /** Absent in scenes that an earlier version of Rostrum saved. */
    readonly plans?: number;
  };
  /** The number of interjections and controls that the run read at its start. */
  readonly heard: number;
}

/**
 * Returns the limit in the input. If `maxTurns` has not changed since the previous run, it may be the lower number that
 * the mode set for that run, so that run's limit applies.
 */
export function turnLimitOf({ scenes, maxTurns }: { readonly scenes: readonly Scene[]; readonly maxTurns: number }) {
  const before = scenes.at(-1);
  return before?.maxTurns === maxTurns ? (before.limit ?? maxTurns) : maxTurns;
}

export function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

export const leaderIn = ({ opening }: { readonly opening: Opening | null }): Participant | undefined =>
  opening?.leader ?? undefined;

export const peopleIn = (state: { readonly participants: readonly Participant[]; readonly opening: Opening | null }) =>
  [...state.participants, leaderIn(state) ?? []].flat();
