/** What is asked of a speaker, wherever its speech is begun. */

import { remember } from "../memory/remember.js";
import type { SpeechRequest } from "../models/request.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Participant } from "../state/participant.js";
import { findInterjection } from "./floor-requests.js";
import { sceneOf } from "./scene.js";

export function speechRequestFor(state: Conversation, self: Participant, turn: number): SpeechRequest {
  const heard = findInterjection(state, self.name);
  const interjection = heard && { speaker: heard.from, text: heard.text, isPersonal: heard.to === self.name };
  return {
    ...sceneOf(state),
    purpose: "speech",
    self,
    turn,
    conversation: remember(state),
    ...(interjection ? { interjection } : {}),
    ...(state.spending?.lastTurnFor ? { isLast: true } : {}),
  };
}
