/** Who leads a conversation, as the participant that it is to a model. */
import type { Participant } from "../domain/participant.js";
import type { DirectorSettings } from "../domain/settings.js";
import type { DirectorConversation } from "../state/conversation-state.js";

function asParticipant({ name, role, location, description, instructions, model }: DirectorSettings): Participant {
  return { name, role, location, description, instructions, model };
}

export const directorOf = ({ director }: DirectorConversation): Participant => asParticipant(director);

/** The director in a conversation of any mode: undefined where it has none. */
export function directorIn(state: object): Participant | undefined {
  return "director" in state ? asParticipant(state.director as DirectorSettings) : undefined;
}
