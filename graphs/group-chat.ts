/** The group-chat mode's graph for LangGraph Studio and the LangGraph server. */
import { createGroupChat } from "../src/graph/modes/group-chat/group-chat.js";
import type { GroupChatBuilder } from "../src/graph/modes/group-chat/state.js";

export const graph: ReturnType<GroupChatBuilder["compile"]> = createGroupChat({ ui: true }).compile({
  name: "group-chat",
});
