/**
 * Rostrum: who speaks next among language-model agents.
 * @module rostrum
 */

export { type ChancePurpose, draw, pick } from "./chance.js";
export { type HistoryState, historyOf, type NumberedEvent, type SaidMessage } from "./conversations/history.js";
export { openConversations } from "./conversations/local-conversations.js";
export type { LocalOptions } from "./conversations/local-threads.js";
export type * from "./conversations/port.js";
export type { TurnPrompt } from "./conversations/prompts.js";
export { type InputProblem, RostrumError, type RostrumErrorCode, type RostrumErrorDetails } from "./errors.js";
export type { Language } from "./language.js";
export type { Guidelines } from "./locales/en/prompts-modes.js";
export type { Locale, PromptCatalog } from "./locales/locale.js";
export { describeError, locales } from "./locales/registry.js";
export type { MemorySettings, MemorySummary, RememberedConversation } from "./memory/remember.js";
export type { ParticipantAgent } from "./models/agent-model.js";
export type { ModelAssignments, ModelSpec } from "./models/choose-model.js";
export type * from "./models/request.js";
export { createBidding } from "./modes/bidding/bidding.js";
export type {
  BiddingBuilder,
  BiddingConversation,
  BiddingSettings,
  BiddingUpdate,
  Speculation,
} from "./modes/bidding/state.js";
export { createDirector } from "./modes/director/director.js";
export type { Direction } from "./modes/director/read-direction.js";
export type {
  DirectorBuilder,
  DirectorConversation,
  DirectorSettings,
  DirectorUpdate,
} from "./modes/director/state.js";
export { createGroupChat } from "./modes/group-chat/group-chat.js";
export type { GroupChatBuilder, GroupChatConversation, GroupChatUpdate } from "./modes/group-chat/state.js";
export type { ConversationOptions } from "./modes/options.js";
export type {
  RoundRobinBuilder,
  RoundRobinConversation,
} from "./modes/round-robin/round-robin.js";
export { createConversation, createRoundRobin, type OwnRuleOptions } from "./modes/round-robin/round-robin.js";
export type { SupervisorBuilder, SupervisorConversation, SupervisorUpdate } from "./modes/supervisor/state.js";
export { createSupervisor, type SupervisorOptions } from "./modes/supervisor/supervisor.js";
export { RehearsalModel, type RehearsalModelOptions } from "./rehearsal/rehearsal-model.js";
export type { AuctionSettings, Bid, BidAttempt, BidProblem, Scale } from "./selection/bid.js";
export type * from "./selection/decision.js";
export { highestBid } from "./selection/highest-bid.js";
export { leastRecent } from "./selection/least-recent.js";
export { lottery } from "./selection/lottery.js";
export type { OrderSettings, OwnRules, SelectionSettings } from "./selection/registry.js";
export { roundRobin } from "./selection/round-robin.js";
export * from "./selection/rule.js";
export type { Control, ControlRecord } from "./state/control.js";
export type { Conversation, ConversationUpdate } from "./state/conversation-state.js";
export type { Retry, RostrumEvent } from "./state/events.js";
export type { Participant } from "./state/participant.js";
export type * from "./state/people.js";
export type * from "./state/records.js";
export type { RunSettings } from "./state/run-settings.js";
export type { StepName } from "./state/step-names.js";
export type { RunSettingsDefinition } from "./steps/conversation-graph.js";
export { allOf, anyOf } from "./stopping/combine.js";
export type { Progress, StopCondition } from "./stopping/condition.js";
export { onPhrase } from "./stopping/phrase.js";
export { byProbability } from "./stopping/probability.js";
export type { StoppingSettings } from "./stopping/registry.js";
export { onRepetition } from "./stopping/repetition.js";
export { onSilence } from "./stopping/silence.js";
export type { StopDraw, StopReason, Verdict } from "./stopping/stop-reason.js";
export { afterTurns } from "./stopping/turns.js";
export { openCheckpointer } from "./storage/open.js";
export type { OpenCheckpointer } from "./storage/threads.js";
export { readLines, renderLines } from "./text/lines.js";
export { type Line, lineOf, type MessagePlace, placeOf, speakerOf } from "./text/message.js";
export { type ControlOptions, control } from "./thread/control.js";
export { type ForkOptions, fork } from "./thread/fork.js";
export { type InterjectOptions, type InterjectResult, interject } from "./thread/interject.js";
export { type ConversationDocument, type ExportableState, exportConversation } from "./transcript/json.js";
export { readMarkdown, renderMarkdown } from "./transcript/markdown.js";
export type { Budget, BudgetKind, Price, Prices, Spending, Spent, WorkTime } from "./usage/budget.js";
export type { Warning } from "./usage/task-usage.js";
export { totalUsage, type UsageRow, type UsageTotals } from "./usage/usage.js";
