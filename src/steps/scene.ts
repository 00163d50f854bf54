/** What is the same in every request of a conversation. */
import type { Conversation } from "../state/conversation-state.js";
import { leaderIn } from "./leader.js";
import { seedOf } from "./services.js";

/** The part of a request that does not depend on who is asked for what. */
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
