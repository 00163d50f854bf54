import type { Line } from "../../records/message.js";
import type { ApprovalQuestion, PersonQuestion } from "../../records/person-question.js";
import type { UsageRow } from "../../records/usage.js";
import type { Language } from "../../words/registry.js";

/** A draft that a person has rejected. */
export interface Rejection {
  /** The model's answer before cleaning; for a final decision, its fields as JSON. */
  readonly answer: string;
  /** The person's instruction for the next draft; empty if the person gave no instruction. */
  readonly instruction: string;
  readonly by: string;
}

/** A draft that is waiting for approval. */
export interface Draft {
  readonly text: string;
  readonly answer: string;
  /** Data that belongs to the text, such as tool calls or the parts of a final decision. */
  readonly extra: unknown;
  readonly rejections: readonly Rejection[];
  /** The number of questions about this turn's drafts that people have already answered. */
  readonly answered: number;
  /** The usage of all drafts in this turn so far. */
  readonly usage: readonly UsageRow[];
}

/**
 * The value of the interrupt at which a speech waits for approval. Continue with `new Command({ resume: { text: "" }
 * })` to approve the draft, with another text to replace it, or with `{ rewrite: "shorter" }` to request another draft.
 * `from` names the person who answers. You can also answer in LangChain's human-in-the-loop schema, with the decision
 * `approve`, `edit`, or `reject`; the message of `reject` is the instruction for the next draft.
 */
export interface Approval
  extends ApprovalQuestion,
    ReviewRequest<{ readonly text: string }, readonly ["approve", "edit", "reject"]> {
  readonly kind: "approval";
  readonly turn: number;
  readonly language: Language;
  /** The draft of the participant's speech. */
  readonly draft: string;
  /** The state that another process needs to continue the run. */
  readonly work: Draft;
}

/** A person for whom a run is waiting, either to speak or to approve a speech. */
export interface WaitingPerson<Value extends YourTurn | Approval = YourTurn | Approval> {
  /** The interrupt's id. If the run is waiting for several people, pass this id to `answer`. */
  readonly id: string;
  readonly value: Value;
}

/**
 * A person's answer. If the person has the floor, the text is the line to say; an empty text passes, which a final
 * decision does not allow. If a draft is waiting for approval, an empty text approves it, any other text replaces it,
 * and `rewrite` is the instruction for another draft. `from`: the name of the person who answers about a draft.
 * Default: the server's authenticated user, otherwise the default name of a listener, such as `User`. `answered`: the
 * `work.answered` of the draft that the person has seen; an answer to an earlier draft is rejected. Default: the value
 * in the waiting draft.
 */
export type Answer =
  | string
  | (({ readonly text: string } | { readonly rewrite: string }) & {
      readonly from?: string | undefined;
      readonly answered?: number | undefined;
    });

/**
 * The lines for a waiting run: a single answer if the run is waiting for only one person, or the answers of one or more
 * people, keyed by the ids of their interrupts.
 */
export type Lines = Answer | Readonly<Record<string, Answer>>;

/** A question in LangChain's human-in-the-loop schema. Chat clients show a field or a button for the answer. */
export interface ReviewRequest<Args, Decisions extends readonly string[]> {
  /** `name` and `description` both contain the question; `args` contains the text that can be edited, if any. */
  readonly action_requests: readonly [{ readonly name: string; readonly args: Args; readonly description: string }];
  readonly review_configs: readonly [{ readonly action_name: string; readonly allowed_decisions: Decisions }];
}

/**
 * The question serves as both name and description, because clients show the name above the field, and the description
 * on request.
 */
export const reviewRequest = <Args, const Decisions extends readonly string[]>(
  description: string,
  args: Args,
  allowed_decisions: Decisions,
): ReviewRequest<Args, Decisions> => ({
  action_requests: [{ name: description, args, description }],
  review_configs: [{ action_name: description, allowed_decisions }],
});

/**
 * The value of the interrupt at which a run waits for a person's line. Continue with `new Command({ resume: { text:
 * "the line" } })`; an empty text passes, unless `purpose` is `decide`. A plain string works as well, but some versions
 * of LangGraph treat an empty string as no answer. If several people have the floor at once, answer each person by the
 * interrupt's id: `resume: { [id]: { text: "the line" } }`.
 *
 * You can also answer in LangChain's human-in-the-loop schema: `{ decisions: [{ type: "edit", edited_action: { name,
 * args: { text: "the line" } } }] }`.
 */
export interface YourTurn extends PersonQuestion, ReviewRequest<{ readonly text: string }, readonly ["edit"]> {
  readonly kind: "your-turn";
  readonly turn: number;
  readonly language: Language;
  /** The interjection that this person should answer; otherwise the latest message, or null if there is none. */
  readonly latest: Line | null;
}

/**
 * The value of the interrupt at which a paused run waits. Continue with `graph.invoke(null, config)`, or with any
 * `Command` that has a `resume`.
 */
export interface Paused extends ReviewRequest<Readonly<Record<string, never>>, readonly ["approve"]> {
  readonly kind: "paused";
  /** The number of turns taken so far. */
  readonly turn: number;
  /** Who asked for the pause or the step. */
  readonly from: string;
  readonly language: Language;
}
