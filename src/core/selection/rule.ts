/**
 * The interface of selection rules. A rule is a function of plain data, so you can test it without a conversation. It
 * can also ask a model.
 */
import type { z } from "zod/v4";
import type { ChancePurpose } from "../../base/chance.js";
import type { Bid, Scale } from "../../records/bid.js";
import type { ChoiceAttempt, Decision } from "../../records/decision.js";
import type { Line } from "../../records/message.js";
import type { RuleWords } from "../../words/rule-words.js";
import type { FieldIssue } from "../field-issue.js";

/** A participant who can get the floor this turn. */
export interface Candidate {
  /** The participant's index in the cast. */
  readonly seat: number;
  readonly participant: {
    readonly name: string;
    readonly role?: string;
    readonly location?: string;
    readonly description?: string;
    readonly human?: boolean;
    /** A factor for the participant's scores and chances, from 0 to 1. Default: 1. */
    readonly talkativeness?: number;
  };
}

/** A participant's message, other than an interjection. */
export interface Speech extends Line {
  /** The turn of the speech; null for a message that Rostrum did not add. */
  readonly turn: number | null;
}

/** The data from which a rule chooses the next speaker. */
export interface SelectionContext<Settings extends object = object> {
  readonly turn: number;
  /** The number of earlier turns in the current run. */
  readonly turnsThisRun: number;
  /** The candidates in seat order; never empty. */
  readonly candidates: readonly Candidate[];
  /** The names of the whole cast, in seat order. */
  readonly names: readonly string[];
  /** The candidates' bids in this turn, in seat order; empty if there was no auction. */
  readonly bids: readonly Bid[];
  /** The lowest and the highest bid; 1 and 10 in modes without bids. */
  readonly scale: Scale;
  /** The decisions of all earlier turns, oldest first. */
  readonly history: readonly Decision[];
  /** The name of the participant who spoke last, possibly in a message that was part of the input. */
  readonly lastSpeaker: string | undefined;
  readonly spoken: readonly Speech[];
  /** The latest message, whether or not a participant wrote it. */
  readonly latest: Line | undefined;
  /** The conversation's `selection` field; an empty object in modes without this field. */
  readonly settings: Settings;
  /**
   * Returns a number in [0, 1) that depends only on the seed, the turn, the purpose and the salt. To draw several
   * numbers in one turn, use different salts. By default, the decision record shows the last number.
   */
  readonly draw: (purpose: ChancePurpose, salt?: string | number) => number;
}

/**
 * A rule's question to a model: which of several candidates should speak next. The model does not answer as a
 * participant.
 */
export interface ModelQuestion {
  /** The candidates among whom the model chooses. Default: all candidates of the turn. */
  readonly candidates?: readonly Candidate[];
  /** What the model should consider. Default: who has the best reason to respond. */
  readonly guidance?: string | undefined;
  /** The maximum number of candidates that the model may name. Default: 1. */
  readonly count?: number | undefined;
}

/** A model's answer to a {@link ModelQuestion}. */
export interface ModelChoice {
  /**
   * The candidates whom the model named, in the order in which it named them. Empty if no answer was readable, or if
   * the call failed. A single candidate is chosen without a call.
   */
  readonly chosen: readonly Candidate[];
  /**
   * The model's answers, the latest last. Empty if there were fewer than two candidates, because no model is asked
   * then.
   */
  readonly attempts: readonly ChoiceAttempt[];
}

/**
 * Asks a model, and asks once more after an unreadable answer. The calls count towards usage and budget under the
 * purpose `select`, transient failures are retried, and by default, the decision record contains every answer. The
 * promise rejects if `count` is invalid, the key is rejected, the account has no credit, the budget is spent, the run
 * is aborted, or the rule has already chosen.
 */
export type AskModel = (question?: ModelQuestion) => Promise<ModelChoice>;

/** The data from which a rule chooses, and the function through which it can ask a model. */
export interface RuleContext<Settings extends object = object> extends SelectionContext<Settings> {
  readonly ask: AskModel;
}

/**
 * A rule's choice: a seat, and fields for the decision record. `rule` defaults to the rule's name, `tied` to the
 * speaker, `draw` to the last number that the rule drew, and `choices` to the answers of the models that the rule
 * asked. `excluded` adds candidates that the rule itself excluded.
 */
export interface Selection
  extends Partial<
    Pick<Decision, "rule" | "scores" | "tied" | "draw" | "excluded" | "choices" | "addressed" | "among" | "named">
  > {
  /** The chosen candidate's index in the cast. */
  readonly seat: number;
}

/** The result of a rule: a candidate's name, or a selection with fields for the decision record. */
export type Selected = Selection | string | null | undefined;

/** Chooses the next speaker. If the result identifies no candidate, the run fails with `invalid-selection`. */
export interface SelectionRule<Settings extends object = object> {
  (context: RuleContext<Settings>): Selected | Promise<Selected>;
  /** How often the rule asks a model. Set it, for example, with `myRule.asksModel = "always"`. Default: `never`. */
  readonly asksModel?: WhenAsked;
}

/**
 * How often a rule asks a model, in turns with at least two candidates. With `always` and `sometimes`, the model is
 * checked before the conversation opens; with `always`, the budget must also cover the calls to the model.
 */
export type WhenAsked = "always" | "sometimes" | "never";

/** A problem with one of a rule's settings, such as a name that is not in the cast. */
export interface SettingProblem {
  readonly setting: string;
  /** The problem's code, and the parameters of its message. */
  readonly params: FieldIssue["params"];
}

/** A rule that can be chosen by name, with its settings. */
export interface RuleDefinition<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Name extends string = string,
  NeedsBids extends boolean = boolean,
> {
  /** The rule's name in `selection.rule` and in the decision record. */
  readonly name: Name;
  /** A one-line description for forms and references, such as “participants speak in a fixed order”. */
  readonly description: string;
  /** The fields of `selection` that the rule reads, each with title, description, bounds and default. */
  readonly settings: Shape;
  /** Whether candidates bid before the rule chooses. If so, only modes with bids offer the rule. */
  readonly needsBids: NeedsBids;
  /** Returns how often the rule asks a model, for these settings. Default: `never`. */
  asksModel?(settings: z.output<z.ZodObject<Shape>>): WhenAsked;
  /**
   * How transcripts describe a built-in rule, in English. Translations belong in `src/words/<language>/rules.ts`.
   * Transcripts describe any other rule by its name.
   */
  readonly words?: RuleWords;
  select(context: RuleContext<z.output<z.ZodObject<Shape>>>): Selected | Promise<Selected>;
  /** Checks the settings against the names of the cast. */
  check?(settings: z.output<z.ZodObject<Shape>>, names: readonly string[]): readonly SettingProblem[];
}

/** Returns the rule unchanged, and lets TypeScript infer the types of the rule's settings. */
export const defineRule = <Shape extends z.ZodRawShape, const Name extends string, const NeedsBids extends boolean>(
  rule: RuleDefinition<Shape, Name, NeedsBids>,
): RuleDefinition<Shape, Name, NeedsBids> => rule;
