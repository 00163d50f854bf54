/** Group chat: equals in a staged meeting, who present, discuss in rounds, sum up and decide. */
import { END, Send, START } from "@langchain/langgraph";
import type { CallFor } from "../models/choose-model.js";
import { createBidCollection, openBids } from "../nodes/bid-collection.js";
import { createDecide } from "../nodes/decide.js";
import { createStateReader } from "../nodes/graph-internals.js";
import { createJudgeRound } from "../nodes/judge-round.js";
import type { NodeConfig } from "../nodes/node-kit.js";
import { nodeNames } from "../nodes/node-names.js";
import { openFloor } from "../nodes/open-floor.js";
import { createSetScene } from "../nodes/set-scene.js";
import { createSpeak } from "../nodes/speak.js";
import { createStageCheck } from "../nodes/stage-check.js";
import { bidForTurn, createStageChoice, stageFloor } from "../nodes/stage-choice.js";
import { callersRule } from "../policies/selection/callers-rule.js";
import { settleParts, speakersOf } from "../policies/stages/parts.js";
import { isToBeJudged, remainingIn, stageOf } from "../policies/stages/progress.js";
import { settleStages } from "../policies/stages/settle.js";
import { findStageRequest } from "../policies/stages/stage-request.js";
import type { Ahead } from "../policies/stopping/by-budget.js";
import { type GroupChatConversation, groupChat } from "../state/conversation-state.js";
import { checkGroupChat } from "../state/fields/group-chat.js";
import { callsOfBidders, callsOfSpeakers } from "./calls.js";
import { conversationGraph } from "./conversation-graph.js";
import { type ConversationOptions, kitOf } from "./options.js";

function callsOf(state: GroupChatConversation): CallFor[] {
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
function openTurn(state: GroupChatConversation, config: NodeConfig) {
  if (!bidForTurn(state)) return nodeNames.chooseSpeaker;
  return openBids(openFloor(state, stageFloor).floor.candidates, config);
}

function afterCheck(state: GroupChatConversation, config: NodeConfig) {
  if (state.stopReason) return END;
  // Who was spoken to answers first: whoever judges the round is to hear it.
  return isToBeJudged(state) && !findStageRequest(state) ? nodeNames.judgeRound : openTurn(state, config);
}

const afterJudgement = (state: GroupChatConversation, config: NodeConfig) =>
  state.stopReason ? END : openTurn(state, config);

/** One speaks, or decides; several who were given the floor at once speak at once. */
function giveFloor(state: GroupChatConversation) {
  const given = state.decisions.filter(({ turn }) => turn > state.turn);
  if (given.length > 1)
    return given.map(({ turn, speaker }) => {
      const seat = state.participants.findIndex(({ name }) => name === speaker);
      return new Send(nodeNames.speak, { seat, turn });
    });
  const { task, ...stage } = stageOf(state);
  const decides = task === "decide" && speakersOf({ ...stage, task }, state.participants).includes(state.nextSpeaker);
  return decides ? nodeNames.decide : nodeNames.speak;
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
export function createGroupChat(options: ConversationOptions<GroupChatConversation> = {}) {
  const kit = kitOf(options);
  const { selectSpeaker, stopWhen } = options;
  const readState = createStateReader(groupChat.state);
  const nextTurn = [nodeNames.bidCollection, nodeNames.chooseSpeaker] as const;
  return conversationGraph(kit, groupChat)
    .addNode(
      nodeNames.setScene,
      createSetScene(kit, { fields: groupChat.fields, callsOf, check: checkGroupChat, settle }),
    )
    .addNode(nodeNames.bidCollection, createBidCollection(kit, readState))
    .addNode(nodeNames.chooseSpeaker, createStageChoice(selectSpeaker && callersRule(selectSpeaker)))
    .addNode(nodeNames.speak, createSpeak(kit, readState))
    .addNode(nodeNames.decide, createDecide(kit))
    .addNode(nodeNames.stopCheck, createStageCheck(kit, { stopWhen, aheadOf }))
    .addNode(nodeNames.judgeRound, createJudgeRound(kit))
    .addEdge(START, nodeNames.setScene)
    .addConditionalEdges(nodeNames.setScene, openTurn, [...nextTurn])
    .addEdge(nodeNames.bidCollection, nodeNames.chooseSpeaker)
    .addConditionalEdges(nodeNames.chooseSpeaker, giveFloor, [nodeNames.speak, nodeNames.decide])
    .addEdge(nodeNames.speak, nodeNames.stopCheck)
    .addEdge(nodeNames.decide, nodeNames.stopCheck)
    .addConditionalEdges(nodeNames.stopCheck, afterCheck, [...nextTurn, nodeNames.judgeRound, END])
    .addConditionalEdges(nodeNames.judgeRound, afterJudgement, [...nextTurn, END]);
}
