/** The type that each language's prompts satisfy: typed functions, so that nothing anybody says can fill a placeholder. */

import type {
  BidAndSpeechRequest,
  BidRequest,
  ChooseSpeakerRequest,
  DecideRequest,
  DescribeRequest,
  DirectorRequest,
  DirectRequest,
  ExecuteRequest,
  JudgeRequest,
  PlanRequest,
  PromptSpeakerRequest,
  ReflectRequest,
  RememberedConversation,
  SharpenRequest,
  SpeechRequest,
  SummarizeRequest,
  SumUpRequest,
} from "../models/request.js";
import type { BidProblem } from "../selection/bid.js";
import type { ChoiceProblem } from "../selection/decision.js";
import type { Fault } from "../state/correction.js";
import type { FinalDecision } from "../state/stage.js";
import type { PlannedTask } from "../state/task.js";
import type { ToolProblem } from "../state/tool-call.js";
import type { Rules } from "./guidelines.js";

/** What a participant's instructions are made of: what stays the same in all its calls. */
type Part = Pick<SpeechRequest, "language" | "topic" | "cast" | "leader" | "wordLimit" | "self"> & {
  /** How to go about it. */
  readonly rules: string;
};

/** A prompt of its own: the system message, and the instruction. */
interface PromptPair {
  readonly system: string;
  readonly instruction: string;
}

export interface PromptCatalog {
  /** What the system messages tell about how to take part, lead and judge. A run's context may have others. */
  readonly rules: Rules;
  /** What the one who opens the conversation is called. */
  readonly moderator: string;
  /** The system message of a participant that has no `instructions` of its own. The same for bids and speeches. */
  instructions(part: Part): string;
  /** The conversation so far. It comes before what is asked, so that a prompt begins as the one before it did.
   * Numbered, each message has its number in the conversation before it. */
  conversation(remembered: RememberedConversation, options?: { readonly isNumbered: boolean }): string;
  /** Asks for a bid. */
  bid(request: BidRequest): string;
  /** Asks once more, after an answer that could not be read. */
  bidAgain(request: BidRequest, problem: BidProblem): string;
  /** How one bids and speaks in one answer. The same in every turn, so that it stands before the conversation. */
  bidAndSpeechRules(request: BidAndSpeechRequest): string;
  /** Asks for a bid and, directly behind it, the speech. */
  bidAndSpeech(request: BidAndSpeechRequest): string;
  /** Asks for a speech. */
  speech(request: SpeechRequest): string;
  /** What a speaker is told in place of a tool's result. */
  toolProblem(problem: ToolProblem): string;
  /** What stands in the conversation where a person who has the floor says nothing. */
  readonly passes: string;
  /** Why a task was not done that a person passed. */
  readonly passesTask: string;
  /** Why a task was not done for which there was no budget. */
  readonly overBudget: string;
  /** The system message of a director that has no `instructions` of its own. The same for all its calls. */
  leading(part: Part): string;
  /** Asks for the director's comment: to keep the conversation going, or to close it. */
  reflect(request: ReflectRequest): string;
  /** Asks for the number of the next speaker. */
  choose(request: ChooseSpeakerRequest): string;
  /** Asks for the question to the one who was chosen. */
  prompt(request: PromptSpeakerRequest): string;
  /** Asks for comment, number and question in one. */
  direct(request: DirectRequest): string;
  /** Asks the director once more, after an answer with these faults. */
  directorAgain(request: DirectorRequest, faults: readonly (Fault | ChoiceProblem)[]): string;
  /** Puts somebody's name in front of a question that does not name them. */
  address(name: string, question: string): string;
  /** A question to somebody, in place of one that could not be used. */
  askPlainly(name: string): string;
  /** Asks whether the discussion has been sufficient. */
  judge(request: JudgeRequest, rules: string): PromptPair;
  /** Asks for the final decision. */
  decide(request: DecideRequest): string;
  /** Asks for it once more, after an answer that could not be read. */
  decideAgain(request: DecideRequest): string;
  /** The decision as it is announced. */
  announce(decision: FinalDecision): string;
  /** The system message of a supervisor that has no `instructions` of its own. */
  supervising(part: Part): string;
  /** Asks for the plan. */
  plan(request: PlanRequest): string;
  /** Asks for it once more, after an answer that could not be read. */
  planAgain(request: PlanRequest): string;
  /** The plan as it is announced. */
  announcePlan(tasks: readonly PlannedTask[]): string;
  /** Asks a worker to do its task. */
  execute(request: ExecuteRequest): string;
  /** Asks for the summary of what was done. */
  sumUp(request: SumUpRequest): string;
  /** Asks for a participant's description. */
  describe(request: DescribeRequest): PromptPair;
  /** Asks for the question that opens the conversation. */
  sharpen(request: SharpenRequest): PromptPair;
  /** Asks for the summary that stands in prompts in place of the first messages. */
  summarizeMemory(request: SummarizeRequest): PromptPair;
}
