/** The data from which prompts are built. */

import type { Anchors, Scale } from "./bid.js";
import type { StageTask } from "./meeting.js";
import type { Line } from "./message.js";
import type { Person } from "./person.js";
import type { RememberedConversation } from "./remembered-conversation.js";
import type { PlannedTask, TaskResult } from "./task.js";

/** The purpose of a model call. Rostrum assigns models and records usage by purpose. */
export type Purpose = ModelRequest["purpose"];
/** The purpose of a call that judges a stop condition. */
export type JudgePurpose = StopJudgeRequest["purpose"];

interface Scene {
  /** The topic, in the wording of the opening message once there is one. */
  readonly topic: string;
  readonly cast: readonly Person[];
  /** The leader, who is not in the cast; absent if nobody leads. */
  readonly leader?: Person;
  /** The length limit of a speech, a comment or a description, in words (characters in Chinese). */
  readonly wordLimit: number;
  readonly seed: number;
  /**
   * The turn in which the call is made. Between turns, the number of turns so far; 0 for calls that prepare the topic
   * or the cast.
   */
  readonly turn: number;
}

/** The common fields of requests that one participant or leader answers, based on the conversation. */
interface PersonalScene extends Scene {
  readonly self: Person;
  readonly conversation: RememberedConversation;
}

export interface BidRequest extends PersonalScene {
  readonly purpose: "bid";
  /** What the bid measures: `contradiction`, `urge`, or the caller's own text. */
  readonly criterion: string;
  readonly scale: Scale;
  /** What each level of the scale means. Default: only the criterion defines the scale. */
  readonly anchors?: Anchors;
  readonly answer: "tag" | "structured";
  /** Whether the structured output also contains the reason for the bid. Default: false. */
  readonly reason?: boolean;
}

export type PanelRequest = Asked<"bid-panel"> &
  Pick<BidRequest, "conversation" | "criterion" | "scale" | "anchors" | "reason"> & {
    /** The bidders. The answer refers to each bidder by number, counted from 1 in `cast`. */
    readonly candidates: readonly Person[];
  };

export type BidAndSpeechRequest = Personal<"bid-and-speech"> &
  Pick<BidRequest, "criterion" | "scale" | "anchors"> &
  Pick<SpeechRequest, "interjection" | "isLast">;

/** The current stage of a meeting, as the prompts for its speakers describe it. */
export interface StageContext {
  readonly name: string;
  readonly task: StageTask;
  readonly round: number;
  /** The points that the latest judgement left open; empty before the first judgement. */
  readonly open: readonly string[];
}

/** An interjection that is still waiting for an answer. */
export interface OpenInterjection extends Line {
  /** Whether the interjection addresses this participant rather than everyone. */
  readonly isPersonal: boolean;
}

export interface SpeechRequest extends PersonalScene {
  readonly purpose: "speech";
  /** The interjection that the speech should answer first; absent if none is waiting for this speaker's answer. */
  readonly interjection?: OpenInterjection;
  readonly stage?: StageContext;
  /** The reason for the speaker's bid; absent if no reason was given. */
  readonly bidReason?: string;
  readonly isLast?: boolean;
}

type Asked<Name extends string> = Scene & { readonly purpose: Name };
type Personal<Name extends string> = PersonalScene & { readonly purpose: Name };

export type JudgeRequest = Asked<"judge-round"> &
  Pick<PersonalScene, "conversation"> & { readonly stage: StageContext };
export type StopJudgeRequest = Asked<"judge-agreement"> & Pick<PersonalScene, "conversation">;
export type DecideRequest = Personal<"decide"> & { readonly stage: StageContext };

export interface ReflectRequest extends Personal<"reflect"> {
  readonly intent: "continue" | "close";
  /** The first sentences of the director's latest comments, so that the new comment starts differently. */
  readonly openings: readonly string[];
}

export interface ChooseSpeakerRequest extends Personal<"choose-speaker"> {
  /** The director's comment in this turn, which is not yet part of the conversation. */
  readonly comment: string;
  /** The candidates. The answer is a candidate's number in this list, counted from 1. */
  readonly candidates: readonly Person[];
}

/** Asks who should speak next. The model does not answer as a participant. */
export type SelectRequest = Asked<"select"> &
  Pick<PersonalScene, "conversation"> &
  Pick<ChooseSpeakerRequest, "candidates"> & {
    /** What the model should consider; empty for the default. */
    readonly guidance: string;
    /** The maximum number of candidates that the answer may name. */
    readonly count: number;
  };

export type PromptSpeakerRequest = Personal<"prompt-speaker"> &
  Pick<ChooseSpeakerRequest, "comment"> & { readonly speaker: Person };
export type DirectRequest = Personal<"direct"> &
  Pick<ReflectRequest, "openings"> &
  Pick<ChooseSpeakerRequest, "candidates">;
export type DirectorRequest = ReflectRequest | ChooseSpeakerRequest | PromptSpeakerRequest | DirectRequest;

export type PlanRequest = Personal<"plan"> & { readonly mostTasks: number };

export interface TaskInPlan extends PlannedTask {
  readonly outcome: "open" | "done" | "failed" | "skipped";
  /** Why the task was not done; empty if it was done or is open. */
  readonly reason: string;
}

export interface ReplanRequest extends Personal<"replan"> {
  /** The version of the current plan, counted from 1. */
  readonly version: number;
  readonly mostPlans: number;
  readonly mostTasks: number;
  readonly tasks: readonly TaskInPlan[];
}

export interface ExecuteRequest extends Personal<"execute"> {
  readonly task: string;
  /** The results of the tasks that this task depends on. */
  readonly basis: readonly TaskResult[];
  /** The supervisor's remark, and the earlier result if there is one. Absent in a first attempt without a remark. */
  readonly again?: { readonly remark: string; readonly earlier?: TaskResult | undefined };
  /**
   * The workers to whom the task may be handed over. The answer refers to a worker by number, counted from 1 in this
   * list. Absent if there are none.
   */
  readonly colleagues?: readonly Person[];
}

export type SumUpRequest = Personal<"sum-up"> & { readonly results: readonly TaskResult[] };

/** Asks for a description of a participant who has no description. */
export type DescribeRequest = Asked<"describe-participant"> & { readonly self: Person };
export type SharpenRequest = Asked<"sharpen-topic">;
export type SummarizeRequest = Asked<"summarize"> & Pick<PersonalScene, "conversation">;

export type ModelRequest =
  | BidRequest
  | PanelRequest
  | SpeechRequest
  | BidAndSpeechRequest
  | DirectorRequest
  | SelectRequest
  | JudgeRequest
  | StopJudgeRequest
  | DecideRequest
  | PlanRequest
  | ReplanRequest
  | ExecuteRequest
  | SumUpRequest
  | DescribeRequest
  | SharpenRequest
  | SummarizeRequest;
