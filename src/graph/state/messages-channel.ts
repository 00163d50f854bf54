import { BaseMessage, BaseMessageChunk } from "@langchain/core/messages";
import { MessagesValue, ReducedValue } from "@langchain/langgraph";
import { grow } from "../../base/grown-list.js";
import { takenIds } from "../../core/text/message.js";

type Reduce = typeof MessagesValue.reducer;

/**
 * Appends new messages that have their own ids. Leaves all other updates to LangGraph's reducer, which builds a table
 * of all messages for each update and therefore becomes slower as the conversation grows.
 */
const addMessages: Reduce = (current, update) => {
  const added = [update].flat();
  const taken = takenIds(current);
  const areNew = added.every(
    (message) =>
      BaseMessage.isInstance(message) &&
      message.type !== "remove" &&
      typeof message.id === "string" &&
      !BaseMessageChunk.isInstance(message) &&
      !taken.has(message.id),
  );
  const haveOwnIds = new Set(added.map((message) => (message as BaseMessage).id)).size === added.length;
  return areNew && haveOwnIds ? grow(current, added as BaseMessage[]) : MessagesValue.reducer(current, update);
};

export const messagesChannel: typeof MessagesValue = new ReducedValue(MessagesValue.valueSchema, {
  inputSchema: MessagesValue.inputSchema,
  reducer: addMessages,
  jsonSchemaExtra: MessagesValue.jsonSchemaExtra ?? {},
});
