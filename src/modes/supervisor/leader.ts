import type { SupervisorConversation } from "../../state/conversation-state.js";
import type { Participant } from "../../state/participant.js";
import { asParticipant } from "../../steps/leader.js";

export const supervisorOf = ({ supervisor }: SupervisorConversation): Participant => asParticipant(supervisor);
