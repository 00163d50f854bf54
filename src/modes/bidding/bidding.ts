/** Bidding: no fixed order. Every turn each candidate bids for the floor, and the highest bid speaks. */
import { END, START } from "@langchain/langgraph";
import type { CallFor } from "../models/choose-model.js";
import { createBidCollection, openBids } from "../nodes/bid-collection.js";
import { createChooseSpeaker, type FindSpeaker, named } from "../nodes/choose-speaker.js";
import { cutOffOthers } from "../nodes/cut-off-others.js";
import { createStateReader } from "../nodes/graph-internals.js";
import { orNextBest, unspokenIn } from "../nodes/next-best.js";
import type { NodeConfig } from "../nodes/node-kit.js";
import { nodeNames } from "../nodes/node-names.js";
import { type FloorRules, openFloor } from "../nodes/open-floor.js";
import { createSetScene } from "../nodes/set-scene.js";
import { createSpeak } from "../nodes/speak.js";
import { createStopCheck } from "../nodes/stop-check.js";
import { answerFirst, findAddress } from "../policies/selection/addressed.js";
import { callersRule } from "../policies/selection/callers-rule.js";
import { highestBid } from "../policies/selection/highest-bid.js";
import type { SelectSpeaker } from "../policies/selection/policy.js";
import { findRequest } from "../policies/selection/requested.js";
import { restingIn } from "../policies/selection/resting.js";
import { type BiddingConversation, bidding } from "../state/conversation-state.js";
import { checkBidding } from "../state/fields/bidding.js";
import { callsOfBidders, callsOfSpeakers } from "./calls.js";
import { conversationGraph } from "./conversation-graph.js";
import { type ConversationOptions, kitOf } from "./options.js";

const floorRules: FloorRules<BiddingConversation> = {
  repeatOf: ({ selection }) => selection.repeat,
  bidsOf: ({ bids }) => bids,
  excludedOf: (state) => {
    const { turn, participants, decisions } = state;
    const names = participants.map(({ name }) => name);
    const resting = restingIn(turn + 1, names, decisions);
    const unspoken = unspokenIn(state).map(({ participant }) => ({ participant, reason: "speech-failed" }) as const);
    return [...unspoken, ...resting.filter((rest) => !unspoken.some((each) => each.participant === rest.participant))];
  },
  requestOf: (state) => {
    const request = findRequest(state);
    return unspokenIn(state).some(({ participant }) => participant === request?.participant) ? undefined : request;
  },
};

/** Every candidate is asked for its bid at the same time; nobody is, where the floor goes to who was addressed. */
function openAuction(state: BiddingConversation, config: NodeConfig) {
  const { floor } = openFloor(state, floorRules);
  if (findRequest(state) || (state.selection.addressed && findAddress(floor)?.granted)) return nodeNames.chooseSpeaker;
  return openBids(floor.candidates, config);
}

/** After a speech comes the boundary; after one that failed, whoever is next. */
const boundaryOrNextBest = (state: BiddingConversation) =>
  unspokenIn(state).length > 0 && !state.budgetStop ? nodeNames.chooseSpeaker : nodeNames.stopCheck;

const openAuctionOrEnd = (state: BiddingConversation, config: NodeConfig) =>
  state.stopReason ? END : openAuction(state, config);

/** The rule, behind the one that whoever is asked by name answers first. */
function findSpeaker(selectSpeaker: SelectSpeaker<BiddingConversation>): FindSpeaker<BiddingConversation> {
  const rule = named(selectSpeaker);
  return (floor) => {
    const auction = () => rule(floor);
    return { selected: floor.state.selection.addressed ? answerFirst(floor, auction) : auction() };
  };
}

/** Everybody's bid, and the winner's speech where it is no part of it. */
const leastCalls = (state: BiddingConversation) =>
  callsOfBidders(state).length + (state.bidding.pass === "single" ? 0 : 1);

function callsOf(state: BiddingConversation): CallFor[] {
  const bids = callsOfBidders(state);
  const both =
    state.bidding.pass === "single" ? bids.map((call): CallFor => ({ ...call, purpose: "bid-and-speech" })) : [];
  return [...bids, ...both, ...callsOfSpeakers(state)];
}

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
export function createBidding(options: ConversationOptions<BiddingConversation> = {}) {
  const kit = kitOf(options);
  const { selectSpeaker, stopWhen } = options;
  const rule = selectSpeaker ? callersRule(selectSpeaker) : highestBid;
  const afterOpening = [nodeNames.bidCollection, nodeNames.chooseSpeaker] as const;
  return conversationGraph(kit, bidding)
    .addNode(
      nodeNames.setScene,
      createSetScene(kit, { fields: bidding.fields, callsOf, check: checkBidding, leastCalls }),
    )
    .addNode(nodeNames.bidCollection, createBidCollection(kit, createStateReader(bidding.state)))
    .addNode(nodeNames.chooseSpeaker, cutOffOthers(createChooseSpeaker(findSpeaker(rule), floorRules)))
    .addNode(nodeNames.speak, orNextBest(createSpeak(kit)))
    .addNode(nodeNames.stopCheck, createStopCheck(kit, { stopWhen }))
    .addEdge(START, nodeNames.setScene)
    .addConditionalEdges(nodeNames.setScene, openAuction, [...afterOpening])
    .addEdge(nodeNames.bidCollection, nodeNames.chooseSpeaker)
    .addEdge(nodeNames.chooseSpeaker, nodeNames.speak)
    .addConditionalEdges(nodeNames.speak, boundaryOrNextBest, [nodeNames.stopCheck, nodeNames.chooseSpeaker])
    .addConditionalEdges(nodeNames.stopCheck, openAuctionOrEnd, [...afterOpening, END]);
}
