/** Whom a meeting owes the floor, whatever its order. */

import type { GroupChatConversation } from "../../state/conversation-state.js";
import { type FloorRequest, openRequests } from "../../steps/floor-requests.js";
import { speakersOf } from "./parts.js";
import { stageOf } from "./progress.js";

/**
 * The next one who was spoken to. Before the decision, which ends the meeting, everybody else answers. A discussion that was cut
 * short is not drawn out by what is asked after that.
 */
export function findStageRequest(state: GroupChatConversation): FloorRequest | undefined {
  const { cutShort } = state;
  const requests = openRequests(state).filter(({ interjection }) => !cutShort || interjection.turn <= cutShort.turn);
  const stage = stageOf(state);
  if (stage.task !== "decide") return requests[0];
  const deciders = speakersOf(stage, state.participants);
  return requests.find(({ participant }) => !deciders.includes(participant)) ?? requests[0];
}
