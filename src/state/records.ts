/** What a conversation keeps on record besides its messages, and what it asks of people. */
import type { Language } from "../language.js";
import type { Purpose } from "../models/request.js";
import type { StopReason } from "../stopping/stop-reason.js";
import type { Line } from "../text/message.js";
import type { Participant } from "./participant.js";

export interface Opening {
  /** The topic as it was given. */
  readonly topic: string;
  /** The topic as the moderator put it. */
  readonly question: string;
  /** Who leads the conversation without being in its cast; null if nobody does. */
  readonly leader: Participant | null;
}

/** How a run began: the first run of a conversation, or another round on its thread. */
export interface Scene {
  /** The number of turns taken before it. */
  readonly turn: number;
  readonly topic: string;
  readonly participants: readonly Participant[];
  readonly leader: Participant | null;
  readonly seed: number;
  readonly maxTurns: number;
  /** Why the previous run ended; null if there was none, or if it was interrupted. */
  readonly ended: StopReason | null;
  /** How many records existed before the run. `heard`: interjections and controls. */
  readonly before: Readonly<
    Record<"messages" | "heard" | "warnings" | "judgements" | "verdicts" | "stopDraws" | "results", number>
  >;
  /** How many interjections and controls the run heard as it began. */
  readonly heard: number;
}

/** A leader's settings as a participant, the form in which models see it. */
export function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

export const leaderIn = ({ opening }: { readonly opening: Opening | null }): Participant | undefined =>
  opening?.leader ?? undefined;

/** The cast, followed by the conversation's leader, if any. */
export const peopleIn = (state: { readonly participants: readonly Participant[]; readonly opening: Opening | null }) =>
  [...state.participants, leaderIn(state) ?? []].flat();

export const stageTasks = ["present", "discuss", "summarize", "decide"] as const;
export type StageTask = (typeof stageTasks)[number];

/** The order in which the speakers of a round speak; `together`: all at once, without hearing each other. */
export const speakingOrders = ["in-turn", "bidding", "together"] as const;
/** The rule in decisions of a round in which everybody has the floor at once. */
export const togetherRule: SpeakingOrder = "together";
export type SpeakingOrder = (typeof speakingOrders)[number];

/** A part in the meeting; `auto` lets the place in the cast decide. */
export const parts = ["auto", "presenter", "discusser", "summarizer", "decider"] as const;
export type Part = (typeof parts)[number];

export interface Stage {
  /** Unique among the stages. */
  readonly name: string;
  readonly task: StageTask;
  /** Names, in the order of speaking; empty: those whose part it is. */
  readonly speakers: readonly string[];
  readonly order: SpeakingOrder;
  readonly minRounds: number;
  readonly maxRounds: number;
}

export interface Judgement {
  readonly turn: number;
  readonly stage: string;
  readonly round: number;
  /** Null if the answer could not be read: then the discussion continues. */
  readonly sufficient: boolean | null;
  readonly reason: string;
  readonly open: readonly string[];
  readonly answer: string;
}

export interface FinalDecision {
  readonly decision: string;
  readonly rationale: string;
  /** Who disagreed, and about what; empty if nobody did. */
  readonly dissent: string;
}

export interface PlannedTask {
  /** Its place in the plan, counted from 1. */
  readonly number: number;
  readonly worker: string;
  readonly task: string;
  /** The numbers of the tasks that have to be done first. */
  readonly after: readonly number[];
}

export interface TaskResult extends PlannedTask {
  /** The turn in which it was done, failed or given up. */
  readonly turn: number;
  /** `failed`: the worker's call failed, or there was no budget for it. `skipped`: something that it builds on has failed. */
  readonly outcome: "done" | "failed" | "skipped";
  /** What the worker found; empty if the task was not done. */
  readonly text: string;
  /** Why it was not done; empty if it was. */
  readonly reason: string;
}

/**
 * Why an interjection was not used: it had no text or too much, or the person who asked for the floor is not in
 * the cast.
 */
export type InterjectionProblem = "no-text" | "too-long" | "no-person";

export interface Interjection {
  /** Unique in the thread: the key under which it was stored for the conversation. */
  readonly id: string;
  /** The id of its public message; null if it has none. */
  readonly messageId: string | null;
  /** Whose line it is: a listener's, or that of a person in the cast. */
  readonly from: string;
  /** Empty if somebody only asks for the floor. */
  readonly text: string;
  /** Whom it addresses, by name; null if it addresses everybody. */
  readonly to: string | null;
  /** Whether a person in the cast asks for the floor. */
  readonly raisesHand: boolean;
  /** Null if it was used. */
  readonly problem: InterjectionProblem | null;
  /** The number of turns taken when it was heard. */
  readonly turn: number;
  /** When it was heard, in ISO 8601. */
  readonly time: string;
}

/** The maximum length of an interjection, in characters. */
export const longestInterjection = 4000;

/** Why an answer was rejected: it was not text, too long, or empty where a line is required. */
export type YourTurnProblem = "not-a-text" | "too-long" | "empty";

/** Whom a question is for, and why it is asked again. */
export interface Question {
  /** Who has the floor. */
  readonly participant: string;
  /** Why the previous answer was rejected; null if there was none. */
  readonly problem: YourTurnProblem | null;
}

/** What is asked of a person. */
export interface PersonQuestion extends Question {
  /** What the line is for: a speech, the task in `task`, or the meeting's final decision, which cannot be passed. */
  readonly purpose: "speech" | "execute" | "decide";
  /** The task; null unless `purpose` is `execute`. */
  readonly task: string | null;
  /** The deadline, in ISO 8601; null without a time limit. If the run is continued after the deadline, the turn passes. */
  readonly deadline: string | null;
}

/** A question in LangChain's human-in-the-loop schema, so that chat clients show a field or a button for the answer. */
export interface ReviewRequest<Args, Decisions extends readonly string[]> {
  /** The question in words, as name and description, and what can be edited. */
  readonly action_requests: readonly [{ readonly name: string; readonly args: Args; readonly description: string }];
  readonly review_configs: readonly [{ readonly action_name: string; readonly allowed_decisions: Decisions }];
}

/** Clients show the name above the field, and the description on request. */
export const reviewRequest = <Args, const Decisions extends readonly string[]>(
  description: string,
  args: Args,
  allowed_decisions: Decisions,
): ReviewRequest<Args, Decisions> => ({
  action_requests: [{ name: description, args, description }],
  review_configs: [{ action_name: description, allowed_decisions }],
});

/**
 * The value of the interrupt at which a run waits for a person's line. Continue with `new Command({ resume: { text: "the line" } })`; an empty
 * text passes. A bare string works as well, but LangGraph treats an empty one as no answer. If several people have the floor at once,
 * answer each by its interrupt's id: `resume: { [id]: { text: "the line" } }`.
 *
 * An answer in LangChain's human-in-the-loop schema is accepted as well: `{ decisions: [{ type: "edit", edited_action: { name, args: { text: "the line" } } }] }`.
 */
export interface YourTurn extends PersonQuestion, ReviewRequest<{ readonly text: string }, readonly ["edit"]> {
  readonly kind: "your-turn";
  readonly turn: number;
  readonly language: Language;
  /** The previous message, or what a listener said to this person. */
  readonly latest: Line | null;
}

/**
 * The value of the interrupt at which a paused run waits. `graph.invoke(null, config)` continues it, and so does any `Command` with
 * a `resume`.
 */
export interface Paused extends ReviewRequest<Readonly<Record<string, never>>, readonly ["approve"]> {
  readonly kind: "paused";
  /** The number of turns taken so far. */
  readonly turn: number;
  /** Who asked for the pause, or the step. */
  readonly from: string;
  readonly language: Language;
}

/** The maximum length of a person's line, in characters. */
export const longestLine = 20_000;

/**
 * What was wrong with an answer. `own-label`: it began with its speaker's own name. `other-speaker`: it went on to speak for
 * somebody else. `heading`: it contained headings, such as “### Next speaker”. `wrong-addressee`: its question was for
 * somebody other than the next speaker. `no-addressee`: it named nobody. `repetition`: its speaker had said it before. `cut-off`:
 * the provider cut it off at its token limit.
 */
export type Fault =
  | ("own-label" | "other-speaker" | "heading" | "wrong-addressee")
  | ("empty" | "no-addressee" | "repetition" | "cut-off");

/** A person's answer to a draft that waited for approval. */
export type Review = "approved" | "edited" | "rejected";

export interface Correction {
  readonly turn: number;
  readonly participant: string;
  readonly purpose: Purpose;
  readonly faults: readonly (Fault | Review)[];
  /** Who approved, edited or rejected it. Absent if nobody was asked. */
  readonly by?: string;
  /** The model's exact answer. */
  readonly answer: string;
  /** The part that was used; null if Rostrum asked again instead. */
  readonly used: string | null;
  /** The id of the public message that it became; null if it became none, or only part of one. */
  readonly messageId: string | null;
}

export interface ToolCall {
  /** The turn of the speech that it was made for. */
  readonly turn: number;
  readonly participant: string;
  readonly tool: string;
  /** What the model asked with: the arguments, or the text that they could not be read from. */
  readonly input: Readonly<Record<string, unknown>> | string;
  /**
   * `failed`: the tool threw or took too long. `unknown-tool`: the participant has none of that name. `malformed`: the
   * arguments could not be read. `over-limit`: the speaker had no calls left; the tool was not called.
   */
  readonly outcome: "done" | "failed" | "unknown-tool" | "malformed" | "over-limit";
  /** What the model was told, at most the first 10,000 characters of it. */
  readonly result: string;
}

/** What a model is told in place of a tool's result. */
export type ToolProblem =
  | { readonly kind: "failed"; readonly tool: string; readonly reason: string }
  | { readonly kind: "unknown-tool"; readonly tool: string; readonly tools: readonly string[] }
  | { readonly kind: "malformed"; readonly tool: string }
  | { readonly kind: "over-limit" };

/** Who speaks, as a chat client shows it. Texts are in the conversation's language, and empty where there is nothing to say. */
export interface SpeakerCard {
  readonly name: string;
  readonly role: string;
  /** In a staged meeting: the stage and its round. */
  readonly stage: string;
  /** How the speaker was chosen, unless the bids show it. */
  readonly decision: string;
  readonly bids: readonly { readonly name: string; readonly bid: string }[];
  /** The notice that no language model is at work; empty otherwise. */
  readonly rehearsal: string;
}

/** A message of LangGraph's generative UI: the component `name` shows `props` beside the message with this id. */
export interface UiMessage {
  readonly type: "ui";
  readonly id: string;
  readonly name: "speaker";
  readonly props: SpeakerCard;
  readonly metadata: { readonly message_id: string };
}
