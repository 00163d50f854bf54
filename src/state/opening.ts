import type { Participant } from "./participant.js";

/** What a conversation was opened with. */
export interface Opening {
  /** The topic as it was given. */
  readonly topic: string;
  /** The topic as the moderator put it. */
  readonly question: string;
  /** Who leads the conversation without being in its cast; null where nobody does. */
  readonly leader: Participant | null;
}

/** A leader's settings as the participant that it is to a model. */
export function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

/** The leader of an open conversation; undefined where nobody leads. */
export const leaderIn = ({ opening }: { readonly opening: Opening | null }): Participant | undefined =>
  opening?.leader ?? undefined;
