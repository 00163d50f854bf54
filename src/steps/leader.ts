/** Who leads a conversation without being in its cast: a director or a supervisor. */
import type { Conversation } from "../state/conversation-state.js";
import type { Participant } from "../state/participant.js";

/** A leader's settings as the participant that it is to a model. */
export function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

/** The leader of an open conversation; undefined where nobody leads. */
export const leaderIn = ({ opening }: Pick<Conversation, "opening">): Participant | undefined =>
  opening?.leader ?? undefined;
