/** What a person is asked whose approval a speech waits for, and how people answer. */
import type { Language } from "../language.js";
import type { UsageRow } from "../usage/usage.js";
import type { PersonQuestion, Question, ReviewRequest, YourTurn } from "./records.js";

/** A draft that a person has rejected. */
export interface Rejection {
  /** The model's exact answer. */
  readonly answer: string;
  /** What the person wants instead; may be empty. */
  readonly instruction: string;
  readonly by: string;
}

/** What is kept of a draft until somebody approves it. */
export interface Draft {
  readonly text: string;
  readonly answer: string;
  /** What came with the text, such as tool calls or the parts of a final decision. */
  readonly extra: unknown;
  readonly rejections: readonly Rejection[];
  /** How many questions about drafts of this turn were answered before this one. */
  readonly answered: number;
  /** What the drafts of this turn cost so far. */
  readonly usage: readonly UsageRow[];
}

/** What is asked of the person who approves a participant's speech. */
export interface ApprovalQuestion extends Question {
  readonly purpose: PersonQuestion["purpose"];
}

/**
 * The value of the interrupt at which a speech waits for approval. Continue with `new Command({ resume: { text: "" } })` to approve it, with
 * another text to replace it, or with `{ rewrite: "shorter" }` to request another draft; `from` says who answers. Answers in LangChain's
 * human-in-the-loop schema are accepted as well: the decisions `approve`, `edit`, and `reject` with the instruction as its message.
 */
export interface Approval
  extends ApprovalQuestion,
    ReviewRequest<{ readonly text: string }, readonly ["approve", "edit", "reject"]> {
  readonly kind: "approval";
  readonly turn: number;
  readonly language: Language;
  /** What the participant is going to say. */
  readonly draft: string;
  /** What the run needs to continue in another process. */
  readonly work: Draft;
}

/** A person whom a run waits for: to speak, or to approve a speech. */
export interface WaitingPerson<Value extends YourTurn | Approval = YourTurn | Approval> {
  /** The interrupt's id, which `answer` takes if the run waits for several people. */
  readonly id: string;
  readonly value: Value;
}

/**
 * A person's line; an empty one passes. For a speech that waits for approval, an empty text approves it, any other text replaces it, and with
 * `rewrite` the model follows that instruction and writes another draft. `from`: who approves it. Default: `User`. `answered`: the
 * `work.answered` of the draft that the person has seen; an answer to an earlier draft is rejected. Default: the draft that waits.
 */
export type Answer =
  | string
  | (({ readonly text: string } | { readonly rewrite: string }) & {
      readonly from?: string | undefined;
      readonly answered?: number | undefined;
    });

/** One answer if the run waits for one person; otherwise an answer for each, keyed by the id of the interrupt. */
export type Lines = Answer | Readonly<Record<string, Answer>>;
