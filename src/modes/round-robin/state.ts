/** The state of the round-robin mode. */
import { schemasOf } from "../../state/conversation-state.js";
import { roundRobinFields } from "./settings.js";

export const roundRobin = schemasOf(roundRobinFields, {});
export type RoundRobinConversation = typeof roundRobin.state.State;
/** For a rule of the caller's own. */
export type OwnRuleConversation = RoundRobinConversation;
