import type { DirectorConversation } from "../../state/conversation-state.js";
import type { Participant } from "../../state/participant.js";
import { asParticipant } from "../../steps/leader.js";

export const directorOf = ({ director }: DirectorConversation): Participant => asParticipant(director);
