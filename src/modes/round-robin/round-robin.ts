/** Round-robin: participants speak in order, again and again, with a lead between all the others if there is one. */

import { ruleBook, rulesWithoutBids } from "../../selection/registry.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { ruleGraph } from "../rule-graph.js";
import type { RoundRobinBuilder, RoundRobinConversation } from "./state.js";
import { roundRobin } from "./state.js";

/**
 * Makes the round-robin mode: `set-scene → choose-speaker → speak → stop-check → … | END`. With `selection.lead` one
 * participant speaks first and then between all the others, like the storyteller of a game. `selection.rule` chooses another
 * order without bids. Returns an uncompiled builder.
 *
 * @throws `invalid-input` for options that do not fit.
 */
export function createRoundRobin(options: ConversationOptions<RoundRobinConversation> = {}): RoundRobinBuilder {
  return ruleGraph(servicesOf(options), options);
}

export const roundRobinMode = defineMode({
  name: "round-robin",
  schemas: roundRobin,
  check: ruleBook(rulesWithoutBids).check,
  create: createRoundRobin,
});
