/** The group-chat mode as LangGraph Studio and the LangGraph server load it. */
import { createGroupChat } from "../src/modes/group-chat/group-chat.js";

export const graph = createGroupChat().compile({
  name: "group-chat",
  description: "A staged meeting: one presents, others discuss in rounds that are judged, one sums up, one decides.",
});
