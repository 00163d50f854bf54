/** Bidding: no fixed order. Every turn each candidate bids for the floor, and the highest bid speaks. */
import { END, START } from "@langchain/langgraph";
import type { CallTarget } from "../../models/choose-model.js";
import { answerFirst, findAddress } from "../../selection/addressed.js";
import { callersRule } from "../../selection/callers-rule.js";
import { highestBid } from "../../selection/highest-bid.js";
import { findRequest } from "../../selection/requested.js";
import type { SelectionRule } from "../../selection/rule.js";
import { type BiddingConversation, bidding } from "../../state/conversation-state.js";
import { createChooseSpeaker, type FindSpeaker, named } from "../../steps/choose-speaker.js";
import { createCollectBids } from "../../steps/collect-bids.js";
import { conversationGraph } from "../../steps/conversation-graph.js";
import { callsOfBidders, callsOfSpeakers } from "../../steps/expected-calls.js";
import { type FloorRules, openFloor } from "../../steps/open-floor.js";
import { createSetScene } from "../../steps/set-scene.js";
import { createSpeak } from "../../steps/speak.js";
import { createMeter } from "../../steps/step.js";
import { stepNames } from "../../steps/step-names.js";
import { createStopCheck } from "../../steps/stop-check.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { restingIn } from "./resting.js";
import { unspokenIn, withRunnerUp } from "./runner-up.js";
import { checkBidding } from "./settings.js";
import { createSpeculation, cutOffOthers } from "./speculation.js";

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

/** Candidates bid, except where the floor goes to whoever was addressed. */
function openAuction(state: BiddingConversation) {
  const { floor } = openFloor(state, floorRules);
  const isGranted = findRequest(state) || (state.selection.addressed && findAddress(floor)?.granted);
  return isGranted ? stepNames.chooseSpeaker : stepNames.bidCollection;
}

/** After a speech comes the boundary; after one that failed, the runner-up. */
const stopCheckOrRunnerUp = (state: BiddingConversation) =>
  unspokenIn(state).length > 0 && !state.budgetStop ? stepNames.chooseSpeaker : stepNames.stopCheck;

const openAuctionOrEnd = (state: BiddingConversation) => (state.stopReason ? END : openAuction(state));

/** Where another speech failed in this turn, its pieces have gone out under the turn's first id. */
function messageIdOf(state: BiddingConversation, turn: number): string {
  const failed = state.unspoken.filter((each) => each.turn === turn).length;
  return failed === 0 ? `turn-${turn}` : `turn-${turn}-after-${failed}`;
}

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
 * Makes the bidding mode: `set-scene → bid-collection → choose-speaker → speak → stop-check → … | END`. Returns an
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
  const meter = createMeter(services);
  const sceneRules = { fields: bidding.fields, callsOf, check: checkBidding, leastCalls };
  const auctionRules = { floor: floorRules, open: createSpeculation(services) };
  const afterOpening = [stepNames.bidCollection, stepNames.chooseSpeaker] as const;
  return conversationGraph(bidding)
    .addNode(stepNames.setScene, meter(createSetScene(services, sceneRules), { overBudget: "run" }))
    .addNode(stepNames.bidCollection, meter(createCollectBids(services, auctionRules)))
    .addNode(stepNames.chooseSpeaker, meter(cutOffOthers(createChooseSpeaker(findSpeaker(rule), floorRules))))
    .addNode(stepNames.speak, meter(withRunnerUp(createSpeak(services, { messageIdOf }))))
    .addNode(stepNames.stopCheck, meter(createStopCheck(services, { stopWhen }), { overBudget: "stop" }))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.setScene, openAuction, [...afterOpening])
    .addEdge(stepNames.bidCollection, stepNames.chooseSpeaker)
    .addEdge(stepNames.chooseSpeaker, stepNames.speak)
    .addConditionalEdges(stepNames.speak, stopCheckOrRunnerUp, [stepNames.stopCheck, stepNames.chooseSpeaker])
    .addConditionalEdges(stepNames.stopCheck, openAuctionOrEnd, [...afterOpening, END]);
}
