/** What is asked of a speaker, wherever its speech is begun. */
import type { SpeechBrief } from "../domain/brief.js";
import type { Participant } from "../domain/participant.js";
import { remember } from "../policies/memory/remember.js";
import { findInterjection } from "../policies/selection/requested.js";
import type { Conversation } from "../state/conversation-state.js";
import { sceneOf } from "./scene.js";

export function speechBriefOf(state: Conversation, self: Participant, turn: number): SpeechBrief {
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
