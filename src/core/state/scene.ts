/** Records of how a conversation opened and how each run started. */

import type { StopReason } from "../../records/stop-reason.js";
import type { Participant } from "./participant.js";

export interface Opening {
  /** The topic as given in the input. */
  readonly topic: string;
  /** The topic as the moderator phrased it. */
  readonly question: string;
  /** The leader, who is not in the cast; null if there is none. */
  readonly leader: Participant | null;
}

/** How a run started: the first run of a conversation, or another round on its thread. */
export interface Scene {
  /** The number of turns taken before it. */
  readonly turn: number;
  readonly topic: string;
  readonly participants: readonly Participant[];
  readonly leader: Participant | null;
  readonly seed: number;
  readonly maxTurns: number;
  /** Why the previous run ended; null if it was interrupted, or if there was none. */
  readonly ended: StopReason | null;
  /** The number of records before the run. `heard`: interjections and controls. */
  readonly before: Readonly<
    Record<"messages" | "heard" | "warnings" | "judgements" | "verdicts" | "stopDraws" | "results", number>
  >;
  /** How many interjections and controls the run read at its start. */
  readonly heard: number;
}

/** Returns a leader as a participant, the form that models receive. */
export function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

export const leaderIn = ({ opening }: { readonly opening: Opening | null }): Participant | undefined =>
  opening?.leader ?? undefined;

/** The cast, followed by the conversation's leader, if any. */
export const peopleIn = (state: { readonly participants: readonly Participant[]; readonly opening: Opening | null }) =>
  [...state.participants, leaderIn(state) ?? []].flat();
