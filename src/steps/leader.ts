/** Who leads a conversation without being in its cast, as the participant that it is to a model. */

import type { DirectorConversation, SupervisorConversation } from "../state/conversation-state.js";
import type { Participant } from "../state/participant.js";

function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

export const directorOf = ({ director }: DirectorConversation): Participant => asParticipant(director);

export const supervisorOf = ({ supervisor }: SupervisorConversation): Participant => asParticipant(supervisor);

/** The director or supervisor in a conversation of any mode: undefined where it has none. */
export function leaderIn(state: object): Participant | undefined {
  if ("director" in state) return asParticipant(state.director as Participant);
  return "supervisor" in state ? asParticipant(state.supervisor as Participant) : undefined;
}
