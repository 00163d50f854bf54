/** The type that each language's prompts satisfy: typed functions, so that nothing anybody says can fill a placeholder. */
import type { BidProblem } from "../domain/bid.js";
import type {
  BidAndSpeechBrief,
  BidBrief,
  ChooseBrief,
  CondenseBrief,
  DecideBrief,
  DescribeBrief,
  DirectBrief,
  DirectorBrief,
  ExecuteBrief,
  JudgeBrief,
  PlanBrief,
  PromptBrief,
  ReflectBrief,
  Remembered,
  SharpenBrief,
  SpeechBrief,
  SumUpBrief,
} from "../domain/brief.js";
import type { Fault } from "../domain/correction.js";
import type { ChoiceProblem } from "../domain/decision.js";
import type { FinalDecision } from "../domain/stage.js";
import type { PlannedTask } from "../domain/task.js";
import type { ToolProblem } from "../domain/tool-call.js";
import type { Rules } from "../state/rules.js";

/** What a participant's instructions are made of: what stays the same in all its calls. */
type Part = Pick<SpeechBrief, "language" | "topic" | "cast" | "leader" | "wordLimit" | "self"> & {
  /** How to go about it. */
  readonly rules: string;
};

/** A prompt of its own: the system message, and the request. */
interface Request {
  readonly system: string;
  readonly request: string;
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
  conversation(remembered: Remembered, options?: { readonly isNumbered: boolean }): string;
  /** Asks for a bid. */
  bid(brief: BidBrief): string;
  /** Asks once more, after an answer that could not be read. */
  bidAgain(brief: BidBrief, problem: BidProblem): string;
  /** How one bids and speaks in one answer. The same in every turn, so that it stands before the conversation. */
  bidAndSpeechRules(brief: BidAndSpeechBrief): string;
  /** Asks for a bid and, directly behind it, the speech. */
  bidAndSpeech(brief: BidAndSpeechBrief): string;
  /** Asks for a speech. */
  speech(brief: SpeechBrief): string;
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
  reflect(brief: ReflectBrief): string;
  /** Asks for the number of the next speaker. */
  choose(brief: ChooseBrief): string;
  /** Asks for the question to the one who was chosen. */
  prompt(brief: PromptBrief): string;
  /** Asks for comment, number and question in one. */
  direct(brief: DirectBrief): string;
  /** Asks the director once more, after an answer with these faults. */
  directorAgain(brief: DirectorBrief, faults: readonly (Fault | ChoiceProblem)[]): string;
  /** Puts somebody's name in front of a question that does not name them. */
  address(name: string, question: string): string;
  /** A question to somebody, in place of one that could not be used. */
  askPlainly(name: string): string;
  /** Asks whether the discussion has been sufficient. */
  judge(brief: JudgeBrief, rules: string): Request;
  /** Asks for the final decision. */
  decide(brief: DecideBrief): string;
  /** Asks for it once more, after an answer that could not be read. */
  decideAgain(brief: DecideBrief): string;
  /** The decision as it is announced. */
  announce(decision: FinalDecision): string;
  /** The system message of a supervisor that has no `instructions` of its own. */
  supervising(part: Part): string;
  /** Asks for the plan. */
  plan(brief: PlanBrief): string;
  /** Asks for it once more, after an answer that could not be read. */
  planAgain(brief: PlanBrief): string;
  /** The plan as it is announced. */
  announcePlan(tasks: readonly PlannedTask[]): string;
  /** Asks a worker to do its task. */
  execute(brief: ExecuteBrief): string;
  /** Asks for the summary of what was done. */
  sumUp(brief: SumUpBrief): string;
  /** Asks for a participant's description. */
  describe(brief: DescribeBrief): Request;
  /** Asks for the question that opens the conversation. */
  sharpen(brief: SharpenBrief): Request;
  /** Asks for the summary that stands in prompts in place of the first messages. */
  condense(brief: CondenseBrief): Request;
}
