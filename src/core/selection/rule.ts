/** The interface of selection rules: pure functions of plain data, which you can test without a conversation. */
import type { z } from "zod";
import type { ChancePurpose } from "../../base/chance.js";
import type { Bid, Scale } from "../../records/bid.js";
import type { Decision } from "../../records/decision.js";
import type { Line } from "../../records/message.js";
import type { RuleWords } from "../../words/rule-words.js";
import type { FieldIssue } from "../field-issue.js";

/** A participant who may get the floor this turn. */
export interface Candidate {
  /** The place in the cast, from 0. */
  readonly seat: number;
  readonly participant: {
    readonly name: string;
    readonly role?: string;
    readonly location?: string;
    readonly description?: string;
    readonly human?: boolean;
    /** A weight from 0 to 1. Default: 1. */
    readonly talkativeness?: number;
  };
}

/** A participant's speech. */
export interface Speech extends Line {
  /** Null for messages of the input. */
  readonly turn: number | null;
}

/** The data from which a rule chooses the next speaker. */
export interface SelectionContext<Settings extends object = object> {
  readonly turn: number;
  /** In seat order; never empty. */
  readonly candidates: readonly Candidate[];
  /** The names of the whole cast, in seat order. */
  readonly names: readonly string[];
  /** This turn's bids, in seat order; empty in modes without bids. */
  readonly bids: readonly Bid[];
  /** The lowest and the highest bid; 1 and 10 in modes without bids. */
  readonly scale: Scale;
  /** The decisions of all earlier turns. */
  readonly history: readonly Decision[];
  /** The participant who spoke last, including in messages of the input. */
  readonly lastSpeaker: string | undefined;
  readonly spoken: readonly Speech[];
  /** The latest message, including those from outside the cast. */
  readonly latest: Line | undefined;
  /** The conversation's `selection` field; empty in modes that have none. */
  readonly settings: Settings;
  /**
   * Returns a number in [0, 1) that depends only on the seed, the turn, the purpose and the salt. To draw several
   * numbers in one turn, use different salts. The decision record shows the last number.
   */
  readonly draw: (purpose: ChancePurpose, salt?: string | number) => number;
}

/**
 * A rule's choice: a seat, and fields for the decision record. `rule` defaults to the name of the rule, `tied` to the
 * speaker, and `draw` to the last number that the rule drew. `excluded` adds candidates that the rule itself excluded.
 */
export interface Selection
  extends Partial<Pick<Decision, "rule" | "scores" | "tied" | "draw" | "excluded" | "choices" | "addressed">> {
  /** The place in the cast, from 0. */
  readonly seat: number;
}

/** The possible results of a rule: a candidate's name, or a selection with fields for the record. */
export type Selected = Selection | string | null | undefined;

/** Chooses the next speaker. A result that names no candidate fails the run with `invalid-selection`. */
export type SelectionRule<Settings extends object = object> = (context: SelectionContext<Settings>) => Selected;

/** A setting of a rule that does not fit the cast. */
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
  /** A one-line description for forms and references, such as “in order, again and again”. */
  readonly description: string;
  /** The fields of `selection` that the rule reads, each with description, bounds and default. */
  readonly settings: Shape;
  /** Whether candidates bid first. */
  readonly needsBids: NeedsBids;
  /**
   * How transcripts describe the rule, in English. Translations belong in `src/words/<language>/rules.ts`. Default: its
   * name.
   */
  readonly words?: RuleWords;
  select(context: SelectionContext<z.output<z.ZodObject<Shape>>>): Selected;
  /** Checks the settings against the names of the cast. */
  check?(settings: z.output<z.ZodObject<Shape>>, names: readonly string[]): readonly SettingProblem[];
}

/** Returns the rule unchanged. Infers the type of its settings. */
export const defineRule = <Shape extends z.ZodRawShape, const Name extends string, const NeedsBids extends boolean>(
  rule: RuleDefinition<Shape, Name, NeedsBids>,
): RuleDefinition<Shape, Name, NeedsBids> => rule;
