/** What a conversation keeps on record besides its messages, and what it asks of people. */

import type { StopReason } from "../../records/stop-reason.js";
import type { Participant } from "./participant.js";

export interface Opening {
  /** The topic as it was given. */
  readonly topic: string;
  /** The topic as the moderator put it. */
  readonly question: string;
  /** Who leads the conversation without being in its cast; null if nobody does. */
  readonly leader: Participant | null;
}

/** How a run began: the first run of a conversation, or another round on its thread. */
export interface Scene {
  /** The number of turns taken before it. */
  readonly turn: number;
  readonly topic: string;
  readonly participants: readonly Participant[];
  readonly leader: Participant | null;
  readonly seed: number;
  readonly maxTurns: number;
  /** Why the previous run ended; null if there was none, or if it was interrupted. */
  readonly ended: StopReason | null;
  /** How many records existed before the run. `heard`: interjections and controls. */
  readonly before: Readonly<
    Record<"messages" | "heard" | "warnings" | "judgements" | "verdicts" | "stopDraws" | "results", number>
  >;
  /** How many interjections and controls the run heard as it began. */
  readonly heard: number;
}

/** A leader's settings as a participant, the form in which models see it. */
export function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

export const leaderIn = ({ opening }: { readonly opening: Opening | null }): Participant | undefined =>
  opening?.leader ?? undefined;

/** The cast, followed by the conversation's leader, if any. */
export const peopleIn = (state: { readonly participants: readonly Participant[]; readonly opening: Opening | null }) =>
  [...state.participants, leaderIn(state) ?? []].flat();
