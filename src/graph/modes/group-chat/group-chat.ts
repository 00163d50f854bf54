import { END, Send, START } from "@langchain/langgraph";
import { askedBy, ownRule } from "../../../core/selection/registry.js";
import type { WhenAsked } from "../../../core/selection/rule.js";
import type { Ahead } from "../../../core/stopping/budget-forecast.js";
import { conditionsWithoutBids } from "../../../core/stopping/registry.js";
import type { CallTarget } from "../../models/choose-model.js";
import { stepNames } from "../../state/step-names.js";
import { createSetScene } from "../../steps/boundary/set-scene.js";
import type { StopRules } from "../../steps/boundary/stop-check.js";
import { createCollectBids } from "../../steps/floor/collect-bids.js";
import { conversationGraph } from "../../steps/run/conversation-graph.js";
import { callsOfBidders, callsOfRule, callsOfSpeakers, type SceneRules } from "../../steps/run/scene-rules.js";
import { createMeter, unlessPaused } from "../../steps/run/step.js";
import { createSpeak } from "../../steps/speaking/speak.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import { withOwnChoices } from "../own-choices.js";
import {
  admit,
  assignParts,
  extremeOfMeeting,
  findStageRequest,
  isJudged,
  isNeeded,
  nameStages,
  needsJudgement,
  remainingIn,
  speakersOf,
  stageContextOf,
  stageOf,
} from "./progress.js";
import {
  createStageCheck,
  createStageChoice,
  decide,
  isOrderedBy,
  judgeRound,
  stageFloorRules,
} from "./stage-steps.js";
import { checkGroupChat, type GroupChatBuilder, type GroupChatConversation, groupChat } from "./state.js";

const offers = { schemas: groupChat, check: checkGroupChat, conditions: conditionsWithoutBids };

function callsOf(state: GroupChatConversation): CallTarget[] {
  const hasBids = state.stages.some(({ order }) => order === "bidding");
  const judge: CallTarget[] = state.stages.some(isJudged) ? [{ purpose: "judge-round" }] : [];
  const speeches = callsOfSpeakers(state);
  const cast = assignParts(state.participants);
  const deciders = state.stages.flatMap((stage) => (stage.task === "decide" ? speakersOf(stage, cast) : []));
  const decisions = speeches
    .filter(({ participant }) => participant && deciders.includes(participant.name))
    .map((call): CallTarget => ({ ...call, purpose: "decide" }));
  return [...judge, ...(hasBids ? callsOfBidders(state) : []), ...speeches, ...decisions];
}

/**
 * A meeting starts with its first stage. On a new thread with messages in the input, or on an ended thread with the
 * same topic, the meeting starts with its first discussion instead, if it has one.
 */
function initialFields(state: GroupChatConversation): Partial<GroupChatConversation> {
  const { opening, topic, messages, language } = state;
  const stages = nameStages(state.stages, language);
  const continues = opening ? opening.topic === topic : messages.length > 0;
  const stage = stages.find(({ task }) => continues && task === "discuss") ?? stages[0];
  const participants = assignParts(state.participants);
  return { stages, participants, stage: stage?.name ?? "", round: 1, cutShort: null, summary: "", finalDecision: null };
}

/**
 * What the budget must cover: the turns before the next check, and the stages after the discussion, such as summary and
 * decision. `whenAsked`: how often the caller's rule asks a model.
 */
function aheadOf(state: GroupChatConversation, whenAsked: WhenAsked): Ahead {
  const { stages, participants } = state;
  const here = stageOf(state);
  const isOver = remainingIn(state).length === 0 && (here.task !== "discuss" || state.round >= here.maxRounds);
  const [next, ...later] = stages.slice(stages.findIndex(({ name }) => name === here.name) + (isOver ? 1 : 0));
  const closing = later.filter(({ task }) => task !== "discuss");
  // If no discussion is left, the budget cannot cut anything short.
  if (!next || (next.task !== "discuss" && closing.length === later.length)) return { turns: 0 };
  const calls = closing.reduce((sum, stage) => sum + speakersOf(stage, participants).length * stage.minRounds, 0);
  const isTogether = next.order === "together";
  const turns = isTogether ? speakersOf(next, participants).length : 1;
  // If all speak together, the rule chooses nobody.
  const question = whenAsked === "always" && !isTogether ? 1 : 0;
  // A speech may complete the round, and judging the round takes a further call.
  const judgement = isJudged(next) ? 1 : 0;
  return { turns, closing: { calls, turns: calls }, leastCalls: 1 + question + judgement };
}

const openTurn = (state: GroupChatConversation) =>
  isOrderedBy("bidding", state) ? stepNames.bidCollection : stepNames.chooseSpeaker;

function afterCheck(state: GroupChatConversation) {
  if (state.stopReason) return END;
  // A participant with a request for the floor speaks first, so that the judgement covers the speech.
  return needsJudgement(state) && !findStageRequest(state) ? stepNames.judgeRound : openTurn(state);
}

const afterJudgement = (state: GroupChatConversation) => (state.stopReason ? END : openTurn(state));

function giveFloor(state: GroupChatConversation) {
  const given = state.decisions.filter(({ turn }) => turn > state.turn);
  if (given.length > 1 && state.nextSpeaker === "")
    return given.map(({ turn, speaker }) => {
      const seat = state.participants.findIndex(({ name }) => name === speaker);
      return new Send(stepNames.speak, { state, seat, turn });
    });
  const stage = stageOf(state);
  const decides = stage.task === "decide" && speakersOf(stage, state.participants).includes(state.nextSpeaker);
  return decides ? stepNames.decide : stepNames.speak;
}

/**
 * Creates the group-chat mode, a staged meeting: `set-scene → choose-speaker → speak → stop-check → (judge-round) → … |
 * END`. In stages with the order `bidding`, `bid-collection` comes before the choice. In stages with the task `decide`,
 * the step `decide` replaces `speak` for the decision. `maxTurns`, a stop condition or a low budget cuts the discussion
 * short; the meeting still summarizes and decides, unless the budget runs out. `selectSpeaker` replaces the order of
 * speaking, except in stages with the order `together`. On a new thread with `messages` in the input, or on an ended
 * thread with the same topic, the meeting starts with its first discussion, if it has one. Returns an uncompiled
 * builder. The run throws `unreadable-answer` after two unreadable decisions.
 *
 * @throws `invalid-input` for invalid options.
 */
export function createGroupChat(
  options: Omit<ConversationOptions<GroupChatConversation>, "rules"> = {},
): GroupChatBuilder {
  const { selectSpeaker, stopWhen } = options;
  const own = selectSpeaker && ownRule(selectSpeaker);
  const whenAsked = own ? askedBy(own) : "never";
  const stopRules: StopRules<GroupChatConversation> = { stopWhen, aheadOf: (state) => aheadOf(state, whenAsked) };
  const { schemas, check } = withOwnChoices(offers, options);
  const sceneRules: SceneRules<GroupChatConversation> = {
    fields: schemas.fields,
    callsOf: (state) => [...callsOfRule(whenAsked), ...callsOf(state)],
    check,
    initialFields,
    isNeeded,
    admit,
  };
  const meter = createMeter(servicesOf(options, ["rules"]), sceneRules);
  const nextTurn = [stepNames.bidCollection, stepNames.chooseSpeaker] as const;
  return conversationGraph("group-chat", schemas)
    .addNode(stepNames.setScene, meter(createSetScene(sceneRules), { overBudget: "run" }))
    .addNode(stepNames.bidCollection, meter(createCollectBids(stageFloorRules)))
    .addNode(stepNames.chooseSpeaker, meter(createStageChoice(own)))
    .addNode(stepNames.speak, meter(createSpeak({ stageOf: stageContextOf })))
    .addNode(stepNames.decide, meter(decide))
    .addNode(stepNames.stopCheck, meter(createStageCheck(stopRules), { overBudget: "stop" }))
    .addNode(stepNames.judgeRound, meter(judgeRound))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.setScene, unlessPaused(openTurn), [...nextTurn, stepNames.stopCheck])
    .addEdge(stepNames.bidCollection, stepNames.chooseSpeaker)
    .addConditionalEdges(stepNames.chooseSpeaker, giveFloor, [stepNames.speak, stepNames.decide])
    .addEdge(stepNames.speak, stepNames.stopCheck)
    .addEdge(stepNames.decide, stepNames.stopCheck)
    .addConditionalEdges(stepNames.stopCheck, unlessPaused(afterCheck), [
      ...nextTurn,
      stepNames.judgeRound,
      stepNames.stopCheck,
      END,
    ])
    .addConditionalEdges(stepNames.judgeRound, afterJudgement, [...nextTurn, END]);
}

export const groupChatMode = defineMode({
  name: "group-chat",
  summary:
    "a meeting in stages: one participant presents, others discuss in judged rounds, one sums up, and one decides",
  ...offers,
  extreme: extremeOfMeeting,
  create: createGroupChat,
});
