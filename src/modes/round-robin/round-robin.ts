/** Round-robin: participants speak in order, again and again, with a lead between all the others if there is one. */
import type { RoundRobinConversation } from "../../state/conversation-state.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { ruleGraph } from "../rule-graph.js";

/**
 * Makes the round-robin mode: `set-scene → choose-speaker → speak → stop-check → … | END`. With `selection.lead` one
 * participant speaks first and then between all the others, like the storyteller of a game. `selection.rule` chooses another
 * order without bids. Returns an uncompiled builder.
 *
 * @throws `invalid-input` for options that do not fit.
 */
export function createRoundRobin(options: ConversationOptions<RoundRobinConversation> = {}) {
  return ruleGraph(servicesOf(options), options);
}
