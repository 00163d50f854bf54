/**
 * A request is what is asked of a model, as data. The prompt catalog puts it into words for language models;
 * the rehearsal answers from the data itself, since it cannot read.
 */
import type { Language } from "../language.js";
import type { RememberedConversation } from "../memory/remember.js";
import type { Participant } from "../state/participant.js";
import type { StageTask } from "../state/stage.js";
import type { TaskResult } from "../state/task.js";
import type { Line } from "../text/message.js";

/** What model calls are for. Calls, tokens and models are told apart by it. */
export const purposes = [
  "bid",
  "bid-and-speech",
  "speech",
  "reflect",
  "choose-speaker",
  "prompt-speaker",
  "direct",
  "judge-round",
  "decide",
  "plan",
  "execute",
  "sum-up",
  "describe-participant",
  "sharpen-topic",
  "summarize",
] as const;
export type Purpose = (typeof purposes)[number];

/** What every model is told, whatever it is asked for. */
interface Scene {
  readonly language: Language;
  /** What the conversation is about, as its opening message puts it. */
  readonly topic: string;
  readonly cast: readonly Participant[];
  /** Who leads the conversation without being in the cast; left out where nobody does. */
  readonly leader?: Participant;
  /** Longest answer that is wanted: words in English, characters in Chinese. */
  readonly wordLimit: number;
  readonly seed: number;
  /** The turn the call belongs to; 0 before the conversation opens. */
  readonly turn: number;
}

export type { RememberedConversation };

/** The lowest and the highest bid, both integers. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** How a bid is to be written: as a tag in text, or as structured output. */
type AnswerFormat = "tag" | "structured";

/** How much does this participant want the floor? */
export interface BidRequest extends Scene {
  readonly purpose: "bid";
  readonly self: Participant;
  readonly conversation: RememberedConversation;
  /** `contradiction`, `urge`, or the caller's own words for what a bid measures. */
  readonly criterion: string;
  readonly scale: Scale;
  readonly answer: AnswerFormat;
}

/** How much does this participant want the floor, and what does it say with it? */
export interface BidAndSpeechRequest
  extends Omit<BidRequest, "purpose" | "answer">,
    Pick<SpeechRequest, "interjection" | "isLast"> {
  readonly purpose: "bid-and-speech";
}

/** Where a staged meeting stands, as its speakers are told. */
export interface StageContext {
  /** The stage's name. */
  readonly name: string;
  readonly task: StageTask;
  /** Counted from 1. */
  readonly round: number;
  /** What the latest judgement called open; nothing before there was one. */
  readonly open: readonly string[];
}

/** What a listener said that nobody has answered yet. */
export interface OpenInterjection extends Line {
  /** Whether it was to this participant by name, and not to the room. */
  readonly isPersonal: boolean;
}

/** What does this participant say, now that it has the floor? */
export interface SpeechRequest extends Scene {
  readonly purpose: "speech";
  readonly self: Participant;
  readonly conversation: RememberedConversation;
  /** What the speech is to take up first. Left out where no listener waits for an answer. */
  readonly interjection?: OpenInterjection;
  /** In a staged meeting: what the speech is for. */
  readonly stage?: StageContext;
  /** Whether nobody will speak after it. */
  readonly isLast?: boolean;
}

/** Has the discussion of a stage been sufficient? */
export interface JudgeRequest extends Scene {
  readonly purpose: "judge-round";
  readonly conversation: RememberedConversation;
  readonly stage: StageContext;
}

/** What does the one who decides decide? */
export interface DecideRequest extends Scene {
  readonly purpose: "decide";
  readonly self: Participant;
  readonly conversation: RememberedConversation;
  readonly stage: StageContext;
}

/** What the director's calls share. `self` is the director. */
interface DirectorScene extends Scene {
  readonly self: Participant;
  readonly conversation: RememberedConversation;
}

/** What does the director say about where the conversation stands? */
export interface ReflectRequest extends DirectorScene {
  readonly purpose: "reflect";
  /** Whether the conversation is to go on, or these are its last words. */
  readonly intent: "continue" | "close";
  /** How the director's latest messages began, for it not to begin so again. */
  readonly openings: readonly string[];
}

/** Whom does the director give the floor to? */
export interface ChooseSpeakerRequest extends DirectorScene {
  readonly purpose: "choose-speaker";
  /** What the director has to say in this turn, not yet part of the conversation. */
  readonly comment: string;
  /** Who may be chosen, counted from 1. */
  readonly candidates: readonly Participant[];
}

/** What does the director ask the one it chose? */
export interface PromptSpeakerRequest extends DirectorScene {
  readonly purpose: "prompt-speaker";
  readonly comment: string;
  readonly speaker: Participant;
}

/** Comment, choice and question in one answer. */
export interface DirectRequest extends DirectorScene {
  readonly purpose: "direct";
  readonly openings: readonly string[];
  readonly candidates: readonly Participant[];
}

export type DirectorRequest = ReflectRequest | ChooseSpeakerRequest | PromptSpeakerRequest | DirectRequest;

/** Which tasks does the supervisor give to whom? `self` is the supervisor. */
export interface PlanRequest extends Scene {
  readonly purpose: "plan";
  readonly self: Participant;
  readonly conversation: RememberedConversation;
  /** No plan has more tasks. */
  readonly mostTasks: number;
}

/** What comes of this worker's task? */
export interface ExecuteRequest extends Scene {
  readonly purpose: "execute";
  readonly self: Participant;
  readonly conversation: RememberedConversation;
  readonly task: string;
  /** What came of the tasks that this one builds on. */
  readonly basis: readonly TaskResult[];
}

/** What did all of it come to? `self` is the supervisor. */
export interface SumUpRequest extends Scene {
  readonly purpose: "sum-up";
  readonly self: Participant;
  readonly conversation: RememberedConversation;
  readonly results: readonly TaskResult[];
}

/** Who is this participant, of whom only name, role and place are known? */
export interface DescribeRequest extends Scene {
  readonly purpose: "describe-participant";
  readonly self: Participant;
}

/** What one question would open this conversation? */
export interface SharpenRequest extends Scene {
  readonly purpose: "sharpen-topic";
}

/** What was said so far, in short? */
export interface SummarizeRequest extends Scene {
  readonly purpose: "summarize";
  readonly conversation: RememberedConversation;
}

export type ModelRequest =
  | BidRequest
  | SpeechRequest
  | BidAndSpeechRequest
  | DirectorRequest
  | JudgeRequest
  | DecideRequest
  | PlanRequest
  | ExecuteRequest
  | SumUpRequest
  | DescribeRequest
  | SharpenRequest
  | SummarizeRequest;
