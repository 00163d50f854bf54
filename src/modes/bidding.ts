/** Bidding: no fixed order. Every turn each candidate bids for the floor, and the highest bid speaks. */
import { END, Send, START } from "@langchain/langgraph";
import { Asker } from "../models/ask.js";
import { createModelChooser } from "../models/choose-model.js";
import { createBidCollection } from "../nodes/bid-collection.js";
import { candidatesOf, createChooseSpeaker } from "../nodes/choose-speaker.js";
import { nodeNames } from "../nodes/node-names.js";
import { createSetScene } from "../nodes/set-scene.js";
import { createSpeak } from "../nodes/speak.js";
import { createStopCheck } from "../nodes/stop-check.js";
import { highestBid } from "../policies/selection/highest-bid.js";
import type { Conversation } from "../state/conversation-state.js";
import { conversationGraph } from "./conversation-graph.js";
import type { ConversationOptions } from "./options.js";

/** Every candidate is asked for its bid at the same time. */
function openAuction(state: Conversation): Send[] {
  return candidatesOf(state).candidates.map(({ seat }) => new Send(nodeNames.bidCollection, { seat }));
}

const openAuctionOrEnd = (state: Conversation) => (state.stopReason ? END : openAuction(state));

/**
 * Makes the bidding mode: `set-scene → bid-collection ×N → choose-speaker → speak → stop-check → … | END`. Returns an
 * uncompiled builder, so that the caller chooses checkpointer and store.
 *
 * The idea of agents that bid for the floor follows the decentralized speaker selection of LangChain's multi-agent
 * simulations and the bids of Werewolf Arena (Bailis et al., 2024).
 *
 * @example
 * ```ts
 * const graph = createBidding({ model: "openai:gpt-4.1-mini" }).compile();
 * const { messages, decisions, stopReason } = await graph.invoke({ topic: "Is a hot dog a sandwich?", seed: 7 });
 * ```
 */
export function createBidding(options: ConversationOptions = {}) {
  const { model, models, prompts = {}, selectSpeaker = highestBid, stopWhen, clock = () => new Date() } = options;
  const kit = { asker: new Asker(createModelChooser({ model, models })), prompts, clock };
  return conversationGraph()
    .addNode(nodeNames.setScene, createSetScene(kit))
    .addNode(nodeNames.bidCollection, createBidCollection(kit))
    .addNode(nodeNames.chooseSpeaker, createChooseSpeaker(selectSpeaker))
    .addNode(nodeNames.speak, createSpeak(kit))
    .addNode(nodeNames.stopCheck, createStopCheck(stopWhen))
    .addEdge(START, nodeNames.setScene)
    .addConditionalEdges(nodeNames.setScene, openAuction, [nodeNames.bidCollection])
    .addEdge(nodeNames.bidCollection, nodeNames.chooseSpeaker)
    .addEdge(nodeNames.chooseSpeaker, nodeNames.speak)
    .addEdge(nodeNames.speak, nodeNames.stopCheck)
    .addConditionalEdges(nodeNames.stopCheck, openAuctionOrEnd, [nodeNames.bidCollection, END]);
}
