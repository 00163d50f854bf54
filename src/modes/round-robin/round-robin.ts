/** Round-robin: they speak in order, again and again, with a lead between all the others if there is one. */
import { END, START } from "@langchain/langgraph";
import { nodeNames } from "../nodes/node-names.js";
import { callersRule } from "../policies/selection/callers-rule.js";
import { roundRobin as inOrder } from "../policies/selection/round-robin.js";
import { type RoundRobinConversation, roundRobin } from "../state/conversation-state.js";
import { checkRoundRobin } from "../state/fields/round-robin.js";
import { conversationGraph } from "./conversation-graph.js";
import { type ConversationOptions, kitOf } from "./options.js";
import { chooseOrEnd, ruleSequence } from "./rule-sequence.js";

/**
 * Makes the round-robin mode: `set-scene → choose-speaker → speak → stop-check → … | END`. With `selection.lead` one
 * participant speaks first and then between all the others, as the storyteller of a game does; `selectSpeaker` takes the place of both. Returns an uncompiled builder.
 */
export function createRoundRobin(options: ConversationOptions<RoundRobinConversation> = {}) {
  const kit = kitOf(options);
  const { stopWhen } = options;
  const selectSpeaker = options.selectSpeaker ? callersRule(options.selectSpeaker) : inOrder;
  const rules = { fields: roundRobin.fields, selectSpeaker, stopWhen, check: checkRoundRobin };
  return conversationGraph(kit, roundRobin)
    .addSequence(ruleSequence<RoundRobinConversation>(kit, rules))
    .addEdge(START, nodeNames.setScene)
    .addConditionalEdges(nodeNames.stopCheck, chooseOrEnd, [nodeNames.chooseSpeaker, END]);
}
