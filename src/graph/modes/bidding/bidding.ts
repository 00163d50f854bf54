import { END, START } from "@langchain/langgraph";
import { answerFirst, findAddress } from "../../../core/selection/addressed.js";
import { rules as builtInRules } from "../../../core/selection/registry.js";
import { stopConditions } from "../../../core/stopping/registry.js";
import type { CallTarget } from "../../models/choose-model.js";
import { stepNames } from "../../state/step-names.js";
import { createSetScene } from "../../steps/boundary/set-scene.js";
import { createStopCheck } from "../../steps/boundary/stop-check.js";
import { askRule, createChooseSpeaker, type FindSpeaker } from "../../steps/floor/choose-speaker.js";
import { createCollectBids } from "../../steps/floor/collect-bids.js";
import { type FloorRules, openFloor } from "../../steps/floor/open-floor.js";
import { conversationGraph } from "../../steps/run/conversation-graph.js";
import { findRequest } from "../../steps/run/floor-requests.js";
import { callsOfBidders, callsOfRule, callsOfSpeakers, type SceneRules } from "../../steps/run/scene-rules.js";
import { createMeter, unlessPaused } from "../../steps/run/step.js";
import { createSpeak } from "../../steps/speaking/speak.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { withOwnChoices } from "../own-choices.js";
import { excludedByFailures, failedSpeakers, withRunnerUp } from "./failures.js";
import { discardLosers, speculate } from "./speculation.js";
import { type BiddingBuilder, type BiddingConversation, bidding, checkBidding } from "./state.js";

const offers = { schemas: bidding, check: checkBidding, rules: builtInRules, conditions: stopConditions };

const floorRules: FloorRules<BiddingConversation> = {
  selectionOf: ({ selection }) => selection,
  scaleOf: ({ bidding }) => bidding.scale,
  bidsOf: ({ bids }) => bids,
  excludedOf: excludedByFailures,
  requestOf: (state) => {
    const request = findRequest(state);
    return request && failedSpeakers(state).includes(request.participant) ? undefined : request;
  },
};

/** After a speech, `nextSpeaker` is set only if the speech failed or exceeded the budget. */
const stopCheckOrRunnerUp = ({ nextSpeaker, budgetStop }: BiddingConversation) =>
  nextSpeaker !== "" && !budgetStop ? stepNames.chooseSpeaker : stepNames.stopCheck;

/**
 * Parts of a failed speech may already be public under the turn's first id, so the runner-up's message needs another.
 */
function messageIdOf({ unspoken }: BiddingConversation, turn: number): string {
  const failed = unspoken.filter((each) => each.turn === turn).length;
  return failed === 0 ? `turn-${turn}` : `turn-${turn}-after-${failed}`;
}

/**
 * Creates the bidding mode: `set-scene → bid-collection → choose-speaker → speak → stop-check → … | END`. Returns an
 * uncompiled builder, so that the caller can choose the checkpointer and the store.
 *
 * The idea of agents that bid for the floor comes from two sources: the decentralized speaker selection in LangChain's
 * multi-agent simulations, and the bids in Werewolf Arena (Bailis et al., 2024).
 *
 * @throws `invalid-input` for invalid options.
 *
 * @example
 * ```ts
 * const graph = createBidding({ model: "openai:gpt-4.1-mini" }).compile();
 * const { messages, decisions, stopReason } = await graph.invoke({ topic: "Is a hot dog a sandwich?", seed: 7 });
 * ```
 */
export function createBidding(options: ConversationOptions<BiddingConversation> = {}): BiddingBuilder {
  const { stopWhen } = options;
  const { schemas, rules, check } = withOwnChoices(offers, options);
  const needsBids = ({ selection }: BiddingConversation) => rules.inForce(selection).needsBids;
  const whenAsked = ({ selection }: BiddingConversation) => rules.whenAsked(selection);
  const callsOf = (state: BiddingConversation): CallTarget[] => {
    const bids = needsBids(state) ? callsOfBidders(state) : [];
    const both = bids.map((call): CallTarget => ({ ...call, purpose: "bid-and-speech" }));
    const choice = callsOfRule(whenAsked(state));
    return [...bids, ...choice, ...(state.bidding.pass === "single" ? both : []), ...callsOfSpeakers(state)];
  };
  /**
   * The minimum number of calls in a turn whose speaker the rule chooses. In single pass, the answers to the calls for
   * bids also contain the speech.
   */
  const leastCalls = (state: BiddingConversation) => {
    const choice = whenAsked(state) === "always" ? 1 : 0;
    if (!needsBids(state)) return choice + 1;
    const { by, pass } = state.bidding;
    const bids = by === "panel" ? 1 : callsOfBidders(state).length;
    return choice + bids + (pass === "single" ? 0 : 1);
  };
  /** Skips the auction if the rule needs no bids, or if a request or a question gives a participant the floor. */
  const openTurn = (state: BiddingConversation) => {
    if (!needsBids(state)) return stepNames.chooseSpeaker;
    const { floor, granted } = openFloor(state, floorRules);
    return granted || findAddress(floor)?.granted ? stepNames.chooseSpeaker : stepNames.bidCollection;
  };
  const openTurnOrEnd = (state: BiddingConversation) => (state.stopReason ? END : openTurn(state));
  const findSpeaker: FindSpeaker<BiddingConversation> = (floor, step) =>
    answerFirst(floor, () => askRule(rules.inForce(floor.state.selection), floor, step));
  const sceneRules: SceneRules<BiddingConversation> = { fields: schemas.fields, callsOf, check, leastCalls };
  const meter = createMeter(servicesOf(options), sceneRules);
  const afterOpening = [stepNames.bidCollection, stepNames.chooseSpeaker] as const;
  return conversationGraph("bidding", schemas)
    .addNode(stepNames.setScene, meter(createSetScene(sceneRules), { overBudget: "run" }))
    .addNode(stepNames.bidCollection, meter(createCollectBids(floorRules, speculate)))
    .addNode(stepNames.chooseSpeaker, meter(discardLosers(createChooseSpeaker(findSpeaker, floorRules))))
    .addNode(stepNames.speak, meter(withRunnerUp(createSpeak({ messageIdOf }))))
    .addNode(stepNames.stopCheck, meter(createStopCheck({ stopWhen }), { overBudget: "stop" }))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.setScene, unlessPaused(openTurn), [...afterOpening, stepNames.stopCheck])
    .addEdge(stepNames.bidCollection, stepNames.chooseSpeaker)
    .addEdge(stepNames.chooseSpeaker, stepNames.speak)
    .addConditionalEdges(stepNames.speak, stopCheckOrRunnerUp, [stepNames.stopCheck, stepNames.chooseSpeaker])
    .addConditionalEdges(stepNames.stopCheck, unlessPaused(openTurnOrEnd), [...afterOpening, stepNames.stopCheck, END]);
}

export const biddingMode = defineMode({
  name: "bidding",
  summary: "every agent bids for the floor; the highest bidder speaks, and ties are broken at random",
  ...offers,
  create: createBidding,
});
