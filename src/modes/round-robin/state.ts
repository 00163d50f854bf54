/** The state of the round-robin mode. */
import type { StateGraph } from "@langchain/langgraph";
import { type ConversationUpdate, type StateOf, schemasOf } from "../../state/conversation-state.js";
import type { StepName } from "../../state/step-names.js";
import type { RunSettingsDefinition } from "../../steps/conversation-graph.js";
import { roundRobinFields } from "./settings.js";

export const roundRobin = schemasOf(roundRobinFields, {});
export interface RoundRobinConversation extends StateOf<typeof roundRobin> {}
/** For a rule of the caller's own. */
export type OwnRuleConversation = RoundRobinConversation;

/** The uncompiled graph of the mode. */
export interface RoundRobinBuilder
  extends StateGraph<
    typeof roundRobin.state,
    RoundRobinConversation,
    ConversationUpdate,
    StepName,
    typeof roundRobin.input,
    typeof roundRobin.state,
    RunSettingsDefinition
  > {}
