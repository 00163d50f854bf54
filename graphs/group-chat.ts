/** The group-chat mode's graph for LangGraph Studio and the LangGraph server. */
import { createGroupChat } from "../src/modes/group-chat/group-chat.js";

export const graph = createGroupChat({ ui: true }).compile({ name: "group-chat" });
