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
  /** Who leads the conversation without being in its cast; null where nobody does. */
  readonly leader: Participant | null;
}

/** How a run began: the first run of a conversation, or another round on its thread. */
export interface Scene {
  /** The turns that had been taken. */
  readonly turn: number;
  readonly topic: string;
  readonly participants: readonly Participant[];
  readonly leader: Participant | null;
  readonly seed: number;
  readonly maxTurns: number;
  /** Why the run before ended; null where there was none, or it was broken off. */
  readonly ended: StopReason | null;
  /** How much was on record before. `heard`: interjections and controls. */
  readonly before: Readonly<
    Record<"messages" | "heard" | "warnings" | "judgements" | "verdicts" | "stopDraws" | "results", number>
  >;
  /** How many interjections and controls the run heard as it began. */
  readonly heard: number;
}

/** A leader's settings as the participant that it is to a model. */
export function asParticipant({ name, role, location, description, instructions, model }: Participant): Participant {
  return { name, role, location, description, instructions, model };
}

export const leaderIn = ({ opening }: { readonly opening: Opening | null }): Participant | undefined =>
  opening?.leader ?? undefined;

/** The cast, and behind it whoever leads the open conversation. */
export const peopleIn = (state: { readonly participants: readonly Participant[]; readonly opening: Opening | null }) =>
  [...state.participants, leaderIn(state) ?? []].flat();

export const stageTasks = ["present", "discuss", "summarize", "decide"] as const;
export type StageTask = (typeof stageTasks)[number];

/** In which order the speakers of a round speak; `together`: all at once, none hearing the others. */
export const speakingOrders = ["in-turn", "bidding", "together"] as const;
/** The rule that gives the floor to all of a round at once, as decisions call it. */
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
  /** Null where the answer could not be read: then the discussion goes on. */
  readonly sufficient: boolean | null;
  readonly reason: string;
  readonly open: readonly string[];
  readonly answer: string;
}

export interface FinalDecision {
  readonly decision: string;
  readonly rationale: string;
  /** Who was of another mind, and about what; the empty string where nobody was. */
  readonly dissent: string;
}

export interface PlannedTask {
  /** Its place in the plan, counted from 1. */
  readonly number: number;
  readonly worker: string;
  readonly task: string;
  /** Numbers of the tasks that have to be done before. */
  readonly after: readonly number[];
}

export interface TaskResult extends PlannedTask {
  /** The turn in which it was done, failed or given up. */
  readonly turn: number;
  /** `failed`: the worker's call failed, or there was no budget for it. `skipped`: something that it builds on has failed. */
  readonly outcome: "done" | "failed" | "skipped";
  /** What the worker found; the empty string where nothing was. */
  readonly text: string;
  /** Why it was not done; the empty string where it was. */
  readonly reason: string;
}

/**
 * Why an interjection was not taken up: it had no text or too much, or the person who asked for the floor is not in the
 * cast.
 */
export type InterjectionProblem = "no-text" | "too-long" | "no-person";

export interface Interjection {
  /** Unique in the thread: the key under which it was left for the conversation. */
  readonly id: string;
  /** The id of its public message; null where it has none. */
  readonly messageId: string | null;
  /** Whose line it is: a listener's, or that of a person in the cast. */
  readonly from: string;
  /** Empty where somebody only asks for the floor. */
  readonly text: string;
  /** Whom it is to, by name; null where it is to the room. */
  readonly to: string | null;
  /** Whether a person of the cast asks for the floor. */
  readonly raisesHand: boolean;
  /** Null where it was taken up. */
  readonly problem: InterjectionProblem | null;
  /** The turns that had been taken when it was heard. */
  readonly turn: number;
  /** When it was heard, in ISO 8601. */
  readonly time: string;
}

/** Longest interjection, in characters. */
export const longestInterjection = 4000;

/** Why an answer could not be taken: no text, too long a text, or none where one is needed. */
export type YourTurnProblem = "not-a-text" | "too-long" | "empty";

/** Why a person is asked, and asked again. */
export interface Question {
  /** Who has the floor. */
  readonly participant: string;
  /** Why the answer before this one could not be taken; null where there was none. */
  readonly problem: YourTurnProblem | null;
}

/** What is asked of a person. */
export interface PersonQuestion extends Question {
  /** What the line is for: a speech, the task in `task`, or the meeting's final decision, which cannot be passed. */
  readonly purpose: "speech" | "execute" | "decide";
  /** What is to be done; null but for `execute`. */
  readonly task: string | null;
  /** When the turn passes, in ISO 8601; null without a time limit. Whoever lets the run go on after it passes the turn. */
  readonly deadline: string | null;
}

/**
 * The value of the interrupt. Go on with `new Command({ resume: { text: "the line" } })`; an empty text passes. A bare string
 * will do as well, but LangGraph takes an empty one for no answer at all. Where several people speak at once, each
 * interrupt has an id: `resume: { [id]: { text: "the line" } }`.
 *
 * The last two fields follow LangChain's human-in-the-loop schema, so that chat clients show a field for the line. Their answer is
 * accepted as well: `{ decisions: [{ type: "edit", edited_action: { name, args: { text: "the line" } } }] }`.
 */
export interface YourTurn extends PersonQuestion {
  readonly kind: "your-turn";
  readonly turn: number;
  readonly language: Language;
  /** The message before, or what a listener said to this person. */
  readonly latest: Line | null;
  /** The question in words, as name and description, and an empty line to edit. */
  readonly action_requests: readonly [
    { readonly name: string; readonly args: { readonly text: string }; readonly description: string },
  ];
  readonly review_configs: readonly [{ readonly action_name: string; readonly allowed_decisions: readonly ["edit"] }];
}

/**
 * The value of the interrupt at which a paused run waits. `graph.invoke(null, config)` lets it go on, and so does any `Command` with a
 * `resume`. The last two fields follow LangChain's human-in-the-loop schema, so that chat clients show a button for it.
 */
export interface Paused {
  readonly kind: "paused";
  /** The turns that have been taken. */
  readonly turn: number;
  /** Who asked for the pause, or the step. */
  readonly from: string;
  readonly language: Language;
  readonly action_requests: readonly [
    { readonly name: string; readonly args: Readonly<Record<string, never>>; readonly description: string },
  ];
  readonly review_configs: readonly [
    { readonly action_name: string; readonly allowed_decisions: readonly ["approve"] },
  ];
}

/** Longest line of a person, in characters. */
export const longestLine = 20_000;

/**
 * What was wrong with an answer. `own-label`: it began with its speaker's own name. `other-speaker`: it went on to speak for
 * somebody else. `heading`: it held headings, such as “### Next speaker”. `wrong-addressee`: it put its question to somebody
 * else than the one who has the floor next. `no-addressee`: it named nobody. `repetition`: its speaker had said it before. `cut-off`: the
 * provider ended it at its limit of tokens.
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
  /** Who approved, edited or rejected it. Left out where nobody was asked. */
  readonly by?: string;
  /** The answer to the letter. */
  readonly answer: string;
  /** What was used of it; null where it was asked for once more instead. */
  readonly used: string | null;
  /** The id of the public message that it became; null where it became none, or a part of one. */
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
  /** How the floor was given, where the bids do not say it. */
  readonly decision: string;
  readonly bids: readonly { readonly name: string; readonly bid: string }[];
  /** That no language model is at work. */
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
