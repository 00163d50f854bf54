/** Which conversations are a story told at a table, and who tells it. */

import type { Participant } from "../../../state/participant.js";
import type { ModelRequest } from "../../request.js";

const tellers =
  /\b(?:story[ -]?tellers?|narrators?|(?:game|dungeon)[ -]?masters?|GM|DM)\b|说书|讲故事|讲述者|叙述者|叙事者|旁白|(?:故事|游戏|跑团|地下城)(?:的)?主持|地下城主|游戏主理/iu;

/** A topic that asks for a decision is debated, even where a storyteller is among those who debate. */
const decision = /^\s*(?:should|shall|ought|whether)\b|该不该|应不应该|要不要|应该.*[吗？?]|是否/iu;

/** Whether somebody's part is to tell the story. */
export function isTeller({ role }: Participant): boolean {
  return tellers.test(role);
}

/** Whether the conversation is a game with a storyteller. */
export function isStory({ cast, topic }: Pick<ModelRequest, "cast" | "topic">): boolean {
  return cast.some(isTeller) && !decision.test(topic.slice(0, 300));
}

/** Everybody else: they act in the story. */
export function playersOf({ cast }: Pick<ModelRequest, "cast">): Participant[] {
  return cast.filter((participant) => !isTeller(participant));
}
