/** Bidding: no fixed order. Every turn each candidate bids for the floor, and the highest bid speaks. */
import { END, START } from "@langchain/langgraph";
import { createStateReader } from "../../langgraph/graph-internals.js";
import type { CallTarget } from "../../models/choose-model.js";
import { answerFirst, findAddress } from "../../selection/addressed.js";
import { callersRule } from "../../selection/callers-rule.js";
import { highestBid } from "../../selection/highest-bid.js";
import { findRequest } from "../../selection/requested.js";
import type { SelectionRule } from "../../selection/rule.js";
import { type BiddingConversation, bidding } from "../../state/conversation-state.js";
import { createChooseSpeaker, type FindSpeaker, named } from "../../steps/choose-speaker.js";
import { createBidCollection, openBids } from "../../steps/collect-bids.js";
import { conversationGraph } from "../../steps/conversation-graph.js";
import { callsOfBidders, callsOfSpeakers } from "../../steps/expected-calls.js";
import { type FloorRules, openFloor } from "../../steps/open-floor.js";
import type { StepConfig } from "../../steps/run-context.js";
import { createSetScene } from "../../steps/set-scene.js";
import { createSpeak } from "../../steps/speak.js";
import { stepNames } from "../../steps/step-names.js";
import { createStopCheck } from "../../steps/stop-check.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { cutOffOthers } from "./cut-off-others.js";
import { unspokenIn, withRunnerUp } from "./next-best.js";
import { restingIn } from "./resting.js";
import { checkBidding } from "./settings.js";

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
function openAuction(state: BiddingConversation, config: StepConfig) {
  const { floor } = openFloor(state, floorRules);
  if (findRequest(state) || (state.selection.addressed && findAddress(floor)?.granted)) return stepNames.chooseSpeaker;
  return openBids(floor.candidates, config);
}

/** After a speech comes the boundary; after one that failed, whoever is next. */
const boundaryOrNextBest = (state: BiddingConversation) =>
  unspokenIn(state).length > 0 && !state.budgetStop ? stepNames.chooseSpeaker : stepNames.stopCheck;

const openAuctionOrEnd = (state: BiddingConversation, config: StepConfig) =>
  state.stopReason ? END : openAuction(state, config);

/** The rule, behind the one that whoever is asked by name answers first. */
function findSpeaker(selectSpeaker: SelectionRule<BiddingConversation>): FindSpeaker<BiddingConversation> {
  const rule = named(selectSpeaker);
  return (floor) => {
    const auction = () => rule(floor);
    return { selected: floor.state.selection.addressed ? answerFirst(floor, auction) : auction() };
  };
}

/** Everybody's bid, and the winner's speech where it is no part of it. */
const leastCalls = (state: BiddingConversation) =>
  callsOfBidders(state).length + (state.bidding.pass === "single" ? 0 : 1);

function callsOf(state: BiddingConversation): CallTarget[] {
  const bids = callsOfBidders(state);
  const both =
    state.bidding.pass === "single" ? bids.map((call): CallTarget => ({ ...call, purpose: "bid-and-speech" })) : [];
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
  const services = servicesOf(options);
  const { selectSpeaker, stopWhen } = options;
  const rule = selectSpeaker ? callersRule(selectSpeaker) : highestBid;
  const afterOpening = [stepNames.bidCollection, stepNames.chooseSpeaker] as const;
  return conversationGraph(services, bidding)
    .addNode(
      stepNames.setScene,
      createSetScene(services, { fields: bidding.fields, callsOf, check: checkBidding, leastCalls }),
    )
    .addNode(stepNames.bidCollection, createBidCollection(services, createStateReader(bidding.state)))
    .addNode(stepNames.chooseSpeaker, cutOffOthers(createChooseSpeaker(findSpeaker(rule), floorRules)))
    .addNode(stepNames.speak, withRunnerUp(createSpeak(services)))
    .addNode(stepNames.stopCheck, createStopCheck(services, { stopWhen }))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.setScene, openAuction, [...afterOpening])
    .addEdge(stepNames.bidCollection, stepNames.chooseSpeaker)
    .addEdge(stepNames.chooseSpeaker, stepNames.speak)
    .addConditionalEdges(stepNames.speak, boundaryOrNextBest, [stepNames.stopCheck, stepNames.chooseSpeaker])
    .addConditionalEdges(stepNames.stopCheck, openAuctionOrEnd, [...afterOpening, END]);
}
