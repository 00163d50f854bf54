/** Group chat: equals in a staged meeting, who present, discuss in rounds, sum up and decide. */

import { END, Send, START } from "@langchain/langgraph";
import type { CallTarget } from "../../models/choose-model.js";
import { ownRule } from "../../selection/registry.js";
import { stepNames } from "../../state/step-names.js";
import { createCollectBids } from "../../steps/collect-bids.js";
import { conversationGraph } from "../../steps/conversation-graph.js";
import { callsOfBidders, callsOfSpeakers } from "../../steps/expected-calls.js";
import { createSetScene } from "../../steps/set-scene.js";
import { createSpeak, type SpeakTask } from "../../steps/speak.js";
import { createMeter } from "../../steps/step.js";
import type { Ahead } from "../../stopping/budget-forecast.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { createDecide, createJudgeRound } from "./judge-and-decide.js";
import { settleParts, settleStages, speakersOf } from "./parts.js";
import { findStageRequest, isToBeJudged, remainingIn, stageContextOf, stageOf } from "./progress.js";
import { checkGroupChat } from "./settings.js";
import { createStageCheck } from "./stage-check.js";
import { bidForTurn, createStageChoice, stageFloor } from "./stage-choice.js";
import { type GroupChatBuilder, type GroupChatConversation, groupChat } from "./state.js";

function callsOf(state: GroupChatConversation): CallTarget[] {
  const hasBids = state.stages.some(({ order }) => order === "bidding");
  return [{ purpose: "judge-round" }, ...(hasBids ? callsOfBidders(state) : []), ...callsOfSpeakers(state)];
}

/** Where the meeting begins: with its first stage, or with the discussion where there is something to discuss already. */
function settle(state: GroupChatConversation): Partial<GroupChatConversation> {
  const stages = settleStages(state.stages, state.language);
  const discussion = stages.find(({ task }) => task === "discuss");
  const [first] = stages;
  // A new topic on a thread that has ended is presented first.
  const { opening, topic, messages } = state;
  const isUnderWay = opening ? opening.topic === topic : messages.length > 0;
  const stage = (isUnderWay ? discussion : undefined) ?? first;
  return {
    stages,
    participants: settleParts(state.participants),
    stage: stage?.name ?? "",
    round: 1,
    cutShort: null,
    summary: "",
    finalDecision: null,
  };
}

/** What a meeting still has to say where its discussion is cut short, and how many speak before the next check. */
function aheadOf(state: GroupChatConversation): Ahead {
  const { stages, participants } = state;
  const here = stageOf(state);
  const isOver = remainingIn(state).length === 0 && (here.task !== "discuss" || state.round >= here.maxRounds);
  const next = isOver ? stages[stages.findIndex(({ name }) => name === here.name) + 1] : here;
  const from = stages.findIndex(({ name }) => name === next?.name);
  const coming = from < 0 ? [] : stages.slice(from);
  // Where nothing is left to discuss there is nothing to cut short.
  if (!next || !coming.some(({ task }) => task === "discuss")) return { turns: 0 };
  const closing = coming.slice(1).filter(({ task }) => task !== "discuss");
  const calls = closing.reduce((sum, stage) => sum + speakersOf(stage, participants).length * stage.minRounds, 0);
  const atOnce = next.order === "together" ? speakersOf(next, participants).length : 1;
  // A round of one is judged after its only turn.
  return { turns: atOnce, closing: { calls, turns: calls }, leastCalls: next.task === "discuss" ? 2 : 1 };
}

/** The next turn: bids first, where the round's order is by bids. */
const openTurn = (state: GroupChatConversation) =>
  bidForTurn(state) ? stepNames.bidCollection : stepNames.chooseSpeaker;

function afterCheck(state: GroupChatConversation) {
  if (state.stopReason) return END;
  // Whoever was spoken to answers first, so that the judge hears the answer.
  return isToBeJudged(state) && !findStageRequest(state) ? stepNames.judgeRound : openTurn(state);
}

const afterJudgement = (state: GroupChatConversation) => (state.stopReason ? END : openTurn(state));

/** One speaks, or decides; several who were given the floor at once speak at once. */
function giveFloor(state: GroupChatConversation) {
  const given = state.decisions.filter(({ turn }) => turn > state.turn);
  if (given.length > 1)
    return given.map(({ turn, speaker }) => {
      const seat = state.participants.findIndex(({ name }) => name === speaker);
      return new Send(stepNames.speak, { state, seat, turn });
    });
  const { task, ...stage } = stageOf(state);
  const decides = task === "decide" && speakersOf({ ...stage, task }, state.participants).includes(state.nextSpeaker);
  return decides ? stepNames.decide : stepNames.speak;
}

/**
 * Makes the group-chat mode, a staged meeting: `set-scene → choose-speaker → speak → stop-check → (judge-round) → … | END`, with
 * `bid-collection` before the choice in stages whose order is by bids, and `decide` in place of `speak` where the decision is
 * taken. After each round of discussion a model call judges whether it was sufficient, within the stage's fewest and most
 * rounds. A limit or another condition that holds cuts the discussion short; the meeting still sums up and decides.
 *
 * `selectSpeaker` takes the place of the order of speaking, but for stages in which all speak together.
 *
 * Given `messages`, or invoked again on a thread that has ended, it goes on with the discussion. Throws
 * `unreadable-answer` when no decision can be read twice. Returns an uncompiled builder.
 *
 * @example
 * ```ts
 * const graph = createGroupChat({ model: "openai:gpt-4.1-mini" }).compile();
 * const { finalDecision } = await graph.invoke({ topic: "Do we ship the beta on Friday?" });
 * ```
 */
export function createGroupChat(
  options: Omit<ConversationOptions<GroupChatConversation>, "rules"> = {},
): GroupChatBuilder {
  const services = servicesOf(options, ["rules"]);
  const { selectSpeaker, stopWhen } = options;
  const meter = createMeter(services);
  const sceneRules = { fields: groupChat.fields, callsOf, check: checkGroupChat, settle };
  const nextTurn = [stepNames.bidCollection, stepNames.chooseSpeaker] as const;
  const stateOf = (given: GroupChatConversation | SpeakTask<GroupChatConversation>) =>
    "seat" in given ? given.state : given;
  const graph = conversationGraph(groupChat)
    .addNode(stepNames.setScene, meter(createSetScene(services, sceneRules), { overBudget: "run" }))
    .addNode(stepNames.bidCollection, meter(createCollectBids(services, { floor: stageFloor })))
    .addNode(stepNames.chooseSpeaker, meter(createStageChoice(selectSpeaker && ownRule(selectSpeaker))))
    .addNode(stepNames.speak, meter(createSpeak(services, { stageOf: stageContextOf }), { stateOf }))
    .addNode(stepNames.decide, meter(createDecide(services)))
    .addNode(stepNames.stopCheck, meter(createStageCheck(services, { stopWhen, aheadOf }), { overBudget: "stop" }))
    .addNode(stepNames.judgeRound, meter(createJudgeRound(services)))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.setScene, openTurn, [...nextTurn])
    .addEdge(stepNames.bidCollection, stepNames.chooseSpeaker)
    .addConditionalEdges(stepNames.chooseSpeaker, giveFloor, [stepNames.speak, stepNames.decide])
    .addEdge(stepNames.speak, stepNames.stopCheck)
    .addEdge(stepNames.decide, stepNames.stopCheck)
    .addConditionalEdges(stepNames.stopCheck, afterCheck, [...nextTurn, stepNames.judgeRound, END])
    .addConditionalEdges(stepNames.judgeRound, afterJudgement, [...nextTurn, END]);
  return graph as unknown as GroupChatBuilder;
}

export const groupChatMode = defineMode({
  name: "group-chat",
  schemas: groupChat,
  check: checkGroupChat,
  create: createGroupChat,
});
