/**
 * Rostrum decides who speaks next among language-model agents and people.
 * @module rostrum
 */

import "./base/require-node.js";

export { openCheckpointer, openConversations, startWorker } from "#open.js";
export { type ChancePurpose, draw, pick } from "./base/chance.js";
export type { MemorySettings, MemorySummary } from "./core/memory/remember.js";
export type * from "./core/model-request.js";
export type { AuctionSettings } from "./core/selection/bid.js";
export { highestBid } from "./core/selection/highest-bid.js";
export { leastRecent } from "./core/selection/least-recent.js";
export { lottery } from "./core/selection/lottery.js";
export type { OrderSettings, OwnRules, SelectionSettings } from "./core/selection/registry.js";
export { roundRobin } from "./core/selection/round-robin.js";
export * from "./core/selection/rule.js";
export type { Control, ControlRecord } from "./core/state/control-record.js";
export type { RostrumEvent } from "./core/state/events.js";
export type { Participant } from "./core/state/participant.js";
export type {
  Answer,
  Approval,
  Draft,
  Lines,
  Paused,
  Rejection,
  ReviewRequest,
  WaitingPerson,
  YourTurn,
} from "./core/state/people.js";
export type { RunSettings } from "./core/state/run-settings.js";
export type { Opening, Scene } from "./core/state/scene.js";
export type { SpeakerCard, UiMessage } from "./core/state/speaker-card.js";
export { allOf, anyOf } from "./core/stopping/combine.js";
export {
  type ConditionDefinition,
  type ConditionProblem,
  defineCondition,
  type Judge,
  type Progress,
  type StopCondition,
} from "./core/stopping/condition.js";
export { onPhrase } from "./core/stopping/phrase.js";
export { byProbability } from "./core/stopping/probability.js";
export type { OwnConditions, StoppingSettings } from "./core/stopping/registry.js";
export { onRepetition } from "./core/stopping/repetition.js";
export { onSilence } from "./core/stopping/silence.js";
export { afterTurns } from "./core/stopping/turns.js";
export { readLines, renderLines } from "./core/text/lines.js";
export { lineOf, placeOf, speakerOf } from "./core/text/message.js";
export type { Budget, Price, Prices, Spending, Spent, WorkTime } from "./core/usage/budget.js";
export { totalUsage } from "./core/usage/usage.js";
export { describeError } from "./errors/describe-error.js";
export {
  type InputProblem,
  RostrumError,
  type RostrumErrorCode,
  type RostrumErrorDetails,
} from "./errors/rostrum-error.js";
export type { ParticipantAgent } from "./graph/models/agent-model.js";
export type { ModelAssignments, ModelSpec } from "./graph/models/choose-model.js";
export { createBidding } from "./graph/modes/bidding/bidding.js";
export type {
  BiddingBuilder,
  BiddingConversation,
  BiddingSettings,
  BiddingUpdate,
  Speculation,
} from "./graph/modes/bidding/state.js";
export {
  type ConversationAgent,
  type ConversationToRun,
  conversationAgent,
} from "./graph/modes/conversation-agent.js";
export { createDirector } from "./graph/modes/director/director.js";
export type { Direction } from "./graph/modes/director/read-direction.js";
export type {
  DirectorBuilder,
  DirectorConversation,
  DirectorSettings,
  DirectorUpdate,
} from "./graph/modes/director/state.js";
export { createGroupChat } from "./graph/modes/group-chat/group-chat.js";
export type { GroupChatBuilder, GroupChatConversation, GroupChatUpdate } from "./graph/modes/group-chat/state.js";
export type { ConversationOptions } from "./graph/modes/options.js";
export type {
  RoundRobinBuilder,
  RoundRobinConversation,
} from "./graph/modes/round-robin/round-robin.js";
export { createConversation, createRoundRobin, type OwnRuleOptions } from "./graph/modes/round-robin/round-robin.js";
export type { SupervisorBuilder, SupervisorConversation, SupervisorUpdate } from "./graph/modes/supervisor/state.js";
export { createSupervisor, type SupervisorOptions } from "./graph/modes/supervisor/supervisor.js";
export type { Conversation, ConversationUpdate } from "./graph/state/conversation-state.js";
export type { StepName } from "./graph/state/step-names.js";
export type { RunSettingsDefinition } from "./graph/steps/run/conversation-graph.js";
export { RehearsalModel, type RehearsalModelOptions } from "./offline/rehearsal/rehearsal-model.js";
export type { Bid, BidAttempt, BidProblem, Scale } from "./records/bid.js";
export type { Correction, Fault, Review } from "./records/correction.js";
export type {
  Address,
  AssignedTask,
  ChoiceAttempt,
  ChoiceProblem,
  Decision,
  Exclusion,
  Score,
  UnspokenTurn,
} from "./records/decision.js";
export type { Assumption, Estimate, EstimateRow, Range } from "./records/estimate.js";
export type { Interjection, InterjectionProblem, InterjectOptions, InterjectResult } from "./records/interjection.js";
export type { FinalDecision, Judgement, Part, SpeakingOrder, Stage, StageTask } from "./records/meeting.js";
export type { Line, MessagePlace, MessageUsage } from "./records/message.js";
export type { Person } from "./records/person.js";
export type { ApprovalQuestion, PersonQuestion, Question, YourTurnProblem } from "./records/person-question.js";
export type { RememberedConversation } from "./records/remembered-conversation.js";
export type { JudgePurpose, OpenInterjection, Purpose, StageContext } from "./records/request.js";
export type { Retry } from "./records/retry.js";
export type { StopDraw, StopReason, Verdict } from "./records/stop-reason.js";
export type { PlannedTask, PlanProblem, PlanRecord, RejectedPlan, TaskResult } from "./records/task.js";
export type { ToolCall, ToolProblem } from "./records/tool-call.js";
export type { BudgetKind, UsageRow, UsageTotals, Warning } from "./records/usage.js";
export { type ControlOptions, control } from "./talk/conversations/delivery/control.js";
export { type ForkOptions, fork } from "./talk/conversations/delivery/fork.js";
export { interject } from "./talk/conversations/delivery/interject.js";
export type { LocalOptions } from "./talk/conversations/local/options.js";
export type { Limits } from "./talk/conversations/local/run-limits.js";
export type { ConversationsOptions, QueueOptions } from "./talk/conversations/open.js";
export {
  type HistoryState,
  historyOf,
  type NumberedEvent,
  type SaidMessage,
} from "./talk/conversations/port/history.js";
export type * from "./talk/conversations/port/port.js";
export type { TurnPrompt } from "./talk/conversations/port/turn-prompt.js";
export type { Worker, WorkerOptions } from "./talk/conversations/queue/worker.js";
export { type EstimateOptions, estimateConversation } from "./talk/estimate/estimate.js";
export { readScenario } from "./talk/scenario/read-scenario.js";
export type { Scenario, ScenarioTextOptions } from "./talk/scenario/scenario.js";
export type { OpenCheckpointer } from "./talk/storage/threads.js";
export {
  type ConversationDocument,
  type ExportableState,
  exportConversation,
  readExport,
} from "./talk/transcript/json.js";
export { readMarkdown, renderMarkdown } from "./talk/transcript/markdown.js";
export { publicCopy } from "./talk/transcript/public.js";
export type { PromptCatalog } from "./words/en/prompts.js";
export type { Guidelines } from "./words/en/prompts-modes.js";
export type { Language } from "./words/registry.js";
