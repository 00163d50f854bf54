/** The type of each language's prompts: typed functions, so that nothing anybody says can fill a placeholder. */
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
import type { Guidelines } from "./guidelines.js";

/** What a participant's instructions are made of: what is the same in all its calls. */
export type Part = Pick<SpeechRequest, "language" | "topic" | "cast" | "leader" | "wordLimit" | "self"> & {
  readonly rules: string;
};

/** A prompt that belongs to no participant: the system message and the instruction. */
interface PromptPair {
  readonly system: string;
  readonly instruction: string;
}

export interface PromptCatalog {
  /** How to take part, lead, supervise and judge, as system messages put it. A run's context may replace them. */
  readonly rules: Guidelines;
  /** The name of the speaker who opens the conversation. */
  readonly moderator: string;
  /** The system message of a participant without `instructions` of its own. The same for bids and speeches. */
  instructions(part: Part): string;
  /**
   * The conversation so far. It comes before the request, so that consecutive prompts begin alike. With `isNumbered`, each
   * message follows its number in the conversation.
   */
  conversation(remembered: RememberedConversation, options?: { readonly isNumbered: boolean }): string;
  /** Asks for a bid. */
  bid(request: BidRequest): string;
  /** Asks again after an unreadable answer. */
  bidAgain(request: BidRequest, problem: BidProblem): string;
  /** How to bid and speak in one answer. The same in every turn, so it goes before the conversation. */
  bidAndSpeechRules(request: BidAndSpeechRequest): string;
  /** Asks for a bid, followed by the speech. */
  bidAndSpeech(request: BidAndSpeechRequest): string;
  /** Asks for a speech. */
  speech(request: SpeechRequest): string;
  /** Replaces a tool's result where there is none. */
  toolProblem(problem: ToolProblem): string;
  /** The speech of a person who has the floor and says nothing. */
  readonly passes: string;
  /** Why a task was not done: a person passed. */
  readonly passesTask: string;
  /** Why a task was not done: the budget was used up. */
  readonly overBudget: string;
  /** The system message of a director without `instructions` of its own. The same for all its calls. */
  leading(part: Part): string;
  /** Asks for the director's comment: to keep the conversation going, or to close it. */
  reflect(request: ReflectRequest): string;
  /** Asks for the number of the next speaker. */
  choose(request: ChooseSpeakerRequest): string;
  /** Asks for the question to the chosen speaker. */
  prompt(request: PromptSpeakerRequest): string;
  /** Asks for comment, number and question in one answer. */
  direct(request: DirectRequest): string;
  /** Asks the director again after an answer with these faults. */
  directorAgain(request: DirectorRequest, faults: readonly (Fault | ChoiceProblem)[]): string;
  /** Puts the addressee's name in front of a question. */
  address(name: string, question: string): string;
  /** A plain question, which replaces an unusable one. */
  askPlainly(name: string): string;
  /** Asks whether the discussion is sufficient. */
  judge(request: JudgeRequest, rules: string): PromptPair;
  /** Asks for the final decision. */
  decide(request: DecideRequest): string;
  /** Asks again after an unreadable answer. */
  decideAgain(request: DecideRequest): string;
  /** The decision as everybody hears it. */
  announce(decision: FinalDecision): string;
  /** The system message of a supervisor without `instructions` of its own. */
  supervising(part: Part): string;
  /** Asks for the plan. */
  plan(request: PlanRequest): string;
  /** Asks again after an unreadable answer. */
  planAgain(request: PlanRequest): string;
  /** The plan as everybody hears it. */
  announcePlan(tasks: readonly PlannedTask[]): string;
  /** Asks a worker to do its task. */
  execute(request: ExecuteRequest): string;
  /** Asks for the summary of the work. */
  sumUp(request: SumUpRequest): string;
  /** Asks for a participant's description. */
  describe(request: DescribeRequest): PromptPair;
  /** Asks for the question that opens the conversation. */
  sharpen(request: SharpenRequest): PromptPair;
  /** Asks for the summary that replaces the first messages in prompts, of at most `mostWords`. */
  summarizeMemory(request: SummarizeRequest, mostWords: number): PromptPair;
}
