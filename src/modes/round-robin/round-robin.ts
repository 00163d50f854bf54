/** Round-robin: they speak in order, again and again, with a lead between all the others if there is one. */
import { END, START } from "@langchain/langgraph";
import { callersRule } from "../../selection/callers-rule.js";
import { roundRobin as inOrder } from "../../selection/round-robin.js";
import { type RoundRobinConversation, roundRobin } from "../../state/conversation-state.js";
import { conversationGraph } from "../../steps/conversation-graph.js";
import { stepNames } from "../../steps/step-names.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { chooseOrEnd, ruleSequence } from "../rule-sequence.js";
import { checkRoundRobin } from "./settings.js";

/**
 * Makes the round-robin mode: `set-scene → choose-speaker → speak → stop-check → … | END`. With `selection.lead` one
 * participant speaks first and then between all the others, as the storyteller of a game does; `selectSpeaker` takes the place of both. Returns an uncompiled builder.
 */
export function createRoundRobin(options: ConversationOptions<RoundRobinConversation> = {}) {
  const services = servicesOf(options);
  const { stopWhen } = options;
  const selectSpeaker = options.selectSpeaker ? callersRule(options.selectSpeaker) : inOrder;
  const rules = { fields: roundRobin.fields, selectSpeaker, stopWhen, check: checkRoundRobin };
  return conversationGraph(roundRobin)
    .addSequence(ruleSequence<RoundRobinConversation>(services, rules))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.stopCheck, chooseOrEnd, [stepNames.chooseSpeaker, END]);
}
