/** What a person is asked whose approval a speech waits for, and how people answer. */
import type { Language } from "../language.js";
import type { UsageRow } from "../usage/usage.js";
import type { PersonQuestion, Question, YourTurn } from "./records.js";

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
  /** What else came with it. */
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
 * The value of the interrupt at which a speech waits for approval. Go on with `new Command({ resume: { text: "" } })` to approve it, with
 * another text to say that instead, or with `{ rewrite: "shorter" }` to have it written again; `from` says who answers. LangChain's
 * human-in-the-loop schema does as well: the decisions `approve`, `edit`, and `reject` with the instruction as its message.
 */
export interface Approval extends ApprovalQuestion {
  readonly kind: "approval";
  readonly turn: number;
  readonly language: Language;
  /** What the participant is going to say. */
  readonly draft: string;
  /** What the run needs to go on in another process. */
  readonly work: Draft;
  readonly action_requests: YourTurn["action_requests"];
  readonly review_configs: readonly [
    { readonly action_name: string; readonly allowed_decisions: readonly ["approve", "edit", "reject"] },
  ];
}

/** Whoever a run waits for: a person who has the floor, or the approval of a speech. */
export interface WaitingPerson<Value extends YourTurn | Approval = YourTurn | Approval> {
  /** The interrupt's id, which `answer` takes if several people are waited for. */
  readonly id: string;
  readonly value: Value;
}

/**
 * A person's line; an empty one passes. For a speech that waits for approval, an empty text approves it, another one is said instead, and
 * with `rewrite` the model writes it again by that instruction. `from`: who approves it. Default: `User`.
 */
export type Answer =
  | string
  | { readonly text: string; readonly from?: string | undefined }
  | { readonly rewrite: string; readonly from?: string | undefined };

/** One answer for the only person waited for, or one for each by the interrupt's id. */
export type Lines = Answer | Readonly<Record<string, Answer>>;
