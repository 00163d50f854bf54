/** The fields that all requests of a conversation share. */

import { remember } from "../memory/remember.js";
import type { SpeechRequest } from "../models/request.js";
import type { Conversation } from "../state/conversation-state.js";
import { leaderIn } from "../state/opening.js";
import type { Participant } from "../state/participant.js";
import { findInterjection } from "./floor-requests.js";
import { seedOf } from "./services.js";

/** The part of a request that does not depend on its purpose or participant. */
export function sceneOf(state: Conversation, leader = leaderIn(state)) {
  return {
    language: state.language,
    topic: state.opening?.question ?? state.topic,
    cast: state.participants,
    ...(leader ? { leader } : {}),
    wordLimit: state.wordLimit,
    seed: seedOf(state),
  };
}

/** The interjection that a speaker should answer, and whether its speech is the last. */
export function occasionOf(state: Conversation, self: Participant): Pick<SpeechRequest, "interjection" | "isLast"> {
  const heard = findInterjection(state, self.name);
  const interjection = heard && { speaker: heard.from, text: heard.text, isPersonal: heard.to === self.name };
  return {
    ...(interjection ? { interjection } : {}),
    ...(state.spending?.lastTurnFor ? { isLast: true } : {}),
  };
}

export function speechRequestFor(state: Conversation, self: Participant, turn: number): SpeechRequest {
  return {
    ...sceneOf(state),
    purpose: "speech",
    self,
    turn,
    conversation: remember(state),
    ...occasionOf(state, self),
  };
}
