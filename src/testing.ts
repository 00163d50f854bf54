/**
 * `rostrum/testing`: a scripted chat model for testing conversations without a network, an API key or randomness.
 *
 * @example A table of replies, by purpose and participant, in the order of the calls
 * ```ts
 * import { createBidding } from "rostrum";
 * import { ScriptedModel } from "rostrum/testing";
 *
 * const model = new ScriptedModel({
 *   "bid:Ann": ["<2>"],
 *   "bid:Bea": ["<9>"],
 *   "speech:Bea": ["The bridge is too narrow."],
 * });
 * const participants = [{ name: "Ann" }, { name: "Bea" }];
 * const graph = createBidding({ model }).compile();
 * const { decisions } = await graph.invoke({ topic: "The bridge", participants, maxTurns: 1 });
 * assert.equal(decisions[0].speaker, "Bea");
 * model.assertComplete();
 * ```
 *
 * @example A function that answers each call
 * ```ts
 * const model = new ScriptedModel(({ purpose, participant, turn }) =>
 *   purpose === "bid" ? "<5>" : `${participant} speaks in turn ${turn}.`);
 * ```
 * @module rostrum/testing
 */

import "./base/require-node.js";

export * from "./offline/scripted-model.js";
