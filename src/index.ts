/**
 * Rostrum: who speaks next among language-model agents.
 * @module
 */

// domain
export type { Bid, BidAttempt, BidProblem } from "./domain/bid.js";
export type {
  BidAndSpeechBrief,
  BidBrief,
  Brief,
  ChooseBrief,
  CondenseBrief,
  DecideBrief,
  DescribeBrief,
  DirectBrief,
  ExecuteBrief,
  JudgeBrief,
  PlanBrief,
  PromptBrief,
  Purpose,
  ReflectBrief,
  Remembered,
  Scale,
  SharpenBrief,
  SpeechBrief,
  SumUpBrief,
} from "./domain/brief.js";
export type { Budget, BudgetKind, Price, Prices, Spending, Spent, WorkTime } from "./domain/budget.js";
export { type ChancePurpose, draw, pick } from "./domain/chance.js";
export type { Correction, Fault } from "./domain/correction.js";
export type {
  Address,
  ChoiceAttempt,
  ChoiceProblem,
  Decision,
  Exclusion,
  Score,
  UnspokenTurn,
} from "./domain/decision.js";
export type { Direction } from "./domain/direction.js";
export type { Retry, RostrumEvent, Warning } from "./domain/events.js";
export type { HeadStarts } from "./domain/head-starts.js";
export type { Interjection, InterjectionProblem } from "./domain/interjection.js";
export type { Language } from "./domain/language.js";
export { type Line, lineOf, type MessagePlace, placeOf, speakerOf } from "./domain/message.js";
export type { Opening } from "./domain/opening.js";
export type { Participant } from "./domain/participant.js";
export type { Recap } from "./domain/recap.js";
export type {
  BiddingSettings,
  DirectorSettings,
  MemorySettings,
  RoundRobinSettings,
  SelectionSettings,
  StoppingSettings,
} from "./domain/settings.js";
export type { FinalDecision, Judgement, Part, SpeakingOrder, Stage, StageTask } from "./domain/stage.js";
export type { StopDraw, StopReason } from "./domain/stop-reason.js";
export type { PlannedTask, TaskResult } from "./domain/task.js";
export type { ToolCall, ToolProblem } from "./domain/tool-call.js";
export { totalUsage, type UsageRow, type UsageTotals } from "./domain/usage.js";
export type { YourTurn, YourTurnProblem } from "./domain/your-turn.js";
// errors
export {
  type InputProblem,
  RostrumError,
  type RostrumErrorCode,
  type RostrumErrorDetails,
  type Words,
} from "./errors.js";
// models
export type { ParticipantAgent } from "./models/agent-model.js";
export type { ModelAssignments, ModelSpec } from "./models/choose-model.js";
export { PromptLog } from "./models/prompt-log.js";
export { RehearsalModel, type RehearsalModelOptions } from "./models/rehearsal/rehearsal-model.js";
// modes
export { createBidding } from "./modes/bidding.js";
export { createConversation, type OwnRuleOptions } from "./modes/conversation.js";
export { createDirector } from "./modes/director.js";
export { type ForkOptions, fork } from "./modes/fork.js";
export { createGroupChat } from "./modes/group-chat.js";
export { interject } from "./modes/interject.js";
export type { InterjectOptions, InterjectResult } from "./modes/leave-interjection.js";
export type { ConversationOptions } from "./modes/options.js";
export { createRoundRobin } from "./modes/round-robin.js";
export { createSupervisor, type SupervisorOptions } from "./modes/supervisor.js";
// persistence
export { type OpenCheckpointer, openCheckpointer } from "./persistence/open-checkpointer.js";
// policies
export { highestBid } from "./policies/selection/highest-bid.js";
export type { Candidate, OpenFloor, Selection, SelectSpeaker } from "./policies/selection/policy.js";
export { afterTurns } from "./policies/stopping/after-turns.js";
export { byProbability } from "./policies/stopping/by-probability.js";
export { allOf, anyOf } from "./policies/stopping/combine.js";
export { onPhrase } from "./policies/stopping/on-phrase.js";
export { onSilence } from "./policies/stopping/on-silence.js";
export type { Progress, StopCondition } from "./policies/stopping/policy.js";
// prompts
export type { PromptCatalog } from "./prompts/catalog.js";
export { catalogs } from "./prompts/catalogs.js";
// state
export type { RunContext } from "./state/context.js";
export type {
  BiddingConversation,
  BiddingUpdate,
  Conversation,
  ConversationUpdate,
  DirectorConversation,
  DirectorUpdate,
  GroupChatConversation,
  GroupChatUpdate,
  OwnRuleConversation,
  RoundRobinConversation,
  SupervisorConversation,
  SupervisorUpdate,
} from "./state/conversation-state.js";
export type { Rules } from "./state/rules.js";
// transcripts
export { type ConversationDocument, type ExportableState, exportConversation } from "./transcript/json.js";
export { type MarkdownOptions, renderMarkdown } from "./transcript/markdown.js";
export { readLines } from "./transcript/read.js";
export { readMarkdown } from "./transcript/read-markdown.js";
export { renderLines } from "./transcript/render.js";
