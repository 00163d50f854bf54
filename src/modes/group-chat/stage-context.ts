/** Where a meeting stands, as its speakers are told; undefined in a conversation without stages. */
import type { StageBrief } from "../domain/brief.js";
import { openPoints, stageOf } from "../policies/stages/progress.js";
import type { GroupChatConversation } from "../state/conversation-state.js";

export function stageBriefOf(state: GroupChatConversation): StageBrief {
  const { name, task } = stageOf(state);
  return { name, task, round: state.round, open: openPoints(state) };
}

export function stageBriefIn(state: object): StageBrief | undefined {
  return "stages" in state ? stageBriefOf(state as GroupChatConversation) : undefined;
}
