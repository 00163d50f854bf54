/** The calls that conversations make, for the models to be found before anything is said. */
import type { CallFor } from "../models/choose-model.js";
import type { Conversation } from "../state/conversation-state.js";

/** Every participant may come to speak. */
export function callsOfSpeakers({ participants }: Conversation): CallFor[] {
  return participants.map((participant) => ({ purpose: "speech", participant }));
}
