/** What a language has: every sentence that people and models read, and how it writes and counts words. */
import type * as request from "../models/request.js";
import type { BidProblem } from "../selection/bid.js";
import type { ChoiceProblem } from "../selection/decision.js";
import type { Fault, FinalDecision, PlannedTask, ToolProblem } from "../state/records.js";
import type { transcript } from "./en/transcript.js";
import type { ErrorWords } from "./error-words.js";

export interface Guidelines {
  /** For participants, for bids and speeches. */
  readonly speaking: string;
  readonly leading: string;
  readonly supervising: string;
  /** For the controller that judges a meeting's rounds. */
  readonly judging: string;
}

/** A run's guidelines: the given ones, except those that an unedited form shows, which are in `shown`. */
export function chooseGuidelines(
  given: Readonly<Record<keyof Guidelines, string | undefined>>,
  builtIn: Guidelines,
  shown: Guidelines,
): Guidelines {
  const choose = (key: keyof Guidelines) => {
    const own = given[key]?.trim();
    return own && own !== shown[key] ? own : builtIn[key];
  };
  return {
    speaking: choose("speaking"),
    leading: choose("leading"),
    supervising: choose("supervising"),
    judging: choose("judging"),
  };
}

/** What a participant's instructions are made of: what is the same in all its calls. */
export type Part = Pick<request.SpeechRequest, "language" | "topic" | "cast" | "leader" | "wordLimit" | "self"> & {
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
  conversation(remembered: request.RememberedConversation, options?: { readonly isNumbered: boolean }): string;
  bid(request: request.BidRequest): string;
  bidAgain(request: request.BidRequest, problem: BidProblem): string;
  /** How to bid and speak in one answer. The same in every turn, so it goes before the conversation. */
  bidAndSpeechRules(request: request.BidAndSpeechRequest): string;
  bidAndSpeech(request: request.BidAndSpeechRequest): string;
  speech(request: request.SpeechRequest): string;
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
  reflect(request: request.ReflectRequest): string;
  choose(request: request.ChooseSpeakerRequest): string;
  prompt(request: request.PromptSpeakerRequest): string;
  direct(request: request.DirectRequest): string;
  directorAgain(request: request.DirectorRequest, faults: readonly (Fault | ChoiceProblem)[]): string;
  /** Puts the addressee's name in front of a question. */
  address(name: string, question: string): string;
  askPlainly(name: string): string;
  judge(request: request.JudgeRequest, rules: string): PromptPair;
  decide(request: request.DecideRequest): string;
  decideAgain(request: request.DecideRequest): string;
  announce(decision: FinalDecision): string;
  /** The system message of a supervisor without `instructions` of its own. */
  supervising(part: Part): string;
  plan(request: request.PlanRequest): string;
  planAgain(request: request.PlanRequest): string;
  announcePlan(tasks: readonly PlannedTask[]): string;
  execute(request: request.ExecuteRequest): string;
  sumUp(request: request.SumUpRequest): string;
  describe(request: request.DescribeRequest): PromptPair;
  sharpen(request: request.SharpenRequest): PromptPair;
  summarizeMemory(request: request.SummarizeRequest, mostWords: number): PromptPair;
}

/** One of an example's cast. */
export interface ExampleMember {
  readonly name: string;
  readonly role: string;
  readonly description: string;
}

/** The debate that an unedited form runs, so that the first click or command already shows something. */
interface Example {
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
  /** Who joins them in a meeting: one who sums up and one who decides. */
  readonly chairs: readonly ExampleMember[];
}

/** The words of transcripts and terminals. English has their parameters and comments. */
export type TranscriptWords = typeof transcript;

export interface Locale {
  readonly prompts: PromptCatalog;
  readonly transcript: TranscriptWords;
  readonly errors: ErrorWords;
  readonly example: Example;
  /** What each mode does, in one line. */
  readonly modes: Readonly<Record<string, string>>;
  /** The name of a listener who interjects without giving one. */
  readonly listener: string;
  /** Tells words apart. */
  readonly segmenter: Intl.Segmenter;
  /** Words so common that two texts may share them without repeating each other. */
  readonly commonWords: ReadonlySet<string>;
  /** The length of a text in the unit of word limits. */
  countWords(text: string): number;
  /** Joins sentences into a paragraph. */
  join(sentences: readonly string[]): string;
}
