/** Where a meeting stands, as its speakers are told; undefined in a conversation without stages. */
import type { StageContext } from "../../models/request.js";
import type { GroupChatConversation } from "../../state/conversation-state.js";
import { openPoints, stageOf } from "./progress.js";

export function stageContextOf(state: GroupChatConversation): StageContext {
  const { name, task } = stageOf(state);
  return { name, task, round: state.round, open: openPoints(state) };
}
