/**
 * The reducer of `messagesChannel`, which is fast in long conversations, gives the same result as LangGraph's reducer.
 */
import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { messagesStateReducer, REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import fc from "fast-check";
import { messagesChannel } from "../../../src/graph/state/messages-channel.js";
import { itHolds } from "../../support/property.js";

const id = fc.constantFrom("a", "b", "c", "d", "e");
const text = fc.constantFrom("Yes.", "No.");
const message = fc.oneof(
  fc.record({ id, content: text }).map((fields) => new AIMessage(fields)),
  fc.record({ id, content: text }).map((fields) => new HumanMessage(fields)),
  fc.record({ id, content: text }).map((fields) => new AIMessageChunk(fields)),
  fc.record({ id, content: text, role: fc.constant("human") }),
  id.map((removed) => new RemoveMessage({ id: removed })),
  fc.constant(new RemoveMessage({ id: REMOVE_ALL_MESSAGES })),
);
const update = fc.oneof(message, fc.array(message, { maxLength: 4 })) as fc.Arbitrary<BaseMessage[]>;

function outcome(reduce: typeof messagesChannel.reducer, updates: readonly BaseMessage[][]): unknown {
  try {
    const messages = updates.reduce<BaseMessage[]>((current, next) => reduce(current, next), []);
    return messages.map((each) => [each.constructor.name, each.id, each.content]);
  } catch (error) {
    return String(error);
  }
}

itHolds(
  "the reducer of messages returns what LangGraph's reducer returns for new, changed and removed messages",
  fc.property(fc.array(update, { maxLength: 6 }), (updates) => {
    assert.deepEqual(outcome(messagesChannel.reducer, updates), outcome(messagesStateReducer, updates));
  }),
);

it("the reducer of messages adds an id to a message without one", () => {
  const [added] = messagesChannel.reducer([], [new AIMessage("Yes.")]);
  expect(added?.id).toMatch(/\w/);
});
