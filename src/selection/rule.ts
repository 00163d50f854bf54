/** The port of speaker selection. A rule is a pure function of plain data, so that a test of it needs no conversation. */

import type { z } from "zod";
import type { ChancePurpose } from "../chance.js";
import type { ProblemCode } from "../locales/error-words.js";
import type { Line } from "../text/message.js";
import type { Bid } from "./bid.js";
import type { Address, ChoiceAttempt, Decision, Exclusion, Score } from "./decision.js";

/** Someone who may get the floor this turn. */
export interface Candidate {
  /** The place in the cast, from 0. */
  readonly seat: number;
  readonly participant: {
    readonly name: string;
    readonly role?: string;
    readonly location?: string;
    readonly description?: string;
    readonly human?: boolean;
  };
}

/** One speech of a participant. */
export interface Speech extends Line {
  /** Null in a conversation that was handed in. */
  readonly turn: number | null;
}

/** All that a rule decides by. */
export interface SelectionContext<Settings extends object = object> {
  readonly turn: number;
  /** Who may get the floor, in seat order. Never empty. */
  readonly candidates: readonly Candidate[];
  /** The names of the whole cast, in seat order. */
  readonly names: readonly string[];
  /** This turn's bids, in seat order; none in modes without bids. */
  readonly bids: readonly Bid[];
  /** The decisions of all earlier turns. */
  readonly history: readonly Decision[];
  /** The participant who spoke last, also in a conversation that was handed in. */
  readonly lastSpeaker: string | undefined;
  /** What participants have said so far, also in a conversation that was handed in. */
  readonly spoken: readonly Speech[];
  /** The latest message, whoever said it. */
  readonly latest: Line | undefined;
  /** The conversation's `selection` field; empty in modes that have none. */
  readonly settings: Settings;
  /**
   * A number in [0, 1) that depends on the seed, the turn, the purpose and the salt only. A rule that needs several numbers in
   * one turn gives each its own salt. The decision record shows the last one.
   */
  readonly draw: (purpose: ChancePurpose, salt?: string | number) => number;
}

/** What a rule chose. All fields but the seat go into the decision record. */
export interface Selection {
  /** The seat that gets the floor: its place in the cast, from 0. */
  readonly seat: number;
  /** The rule's name in the record. Defaults to the name of the rule that was asked. */
  readonly rule?: string;
  readonly scores?: readonly Score[];
  /** Names that were equal at the top. */
  readonly tied?: readonly string[];
  /** The number that decided. Defaults to the last one that the rule drew. */
  readonly draw?: number | null;
  /** Candidates that the rule itself set aside. */
  readonly excluded?: readonly Exclusion[];
  /** A model's answers, where one was asked to choose. */
  readonly choices?: readonly ChoiceAttempt[];
  readonly addressed?: Address | null;
}

/** What a rule may return: a candidate, a candidate's name, or a selection with more for the record. */
export type Selected = Selection | string | null | undefined;

/** Chooses who speaks next. Any result that names no candidate is refused with an error that lists the candidates. */
export type SelectionRule<Settings extends object = object> = (context: SelectionContext<Settings>) => Selected;

/** A setting of a rule that does not fit the cast. */
export interface SettingProblem {
  readonly setting: string;
  /** The problem's code, and what its sentence names. */
  readonly params: { readonly rule: ProblemCode } & Readonly<Record<string, unknown>>;
}

/** A rule that can be chosen by name, with the settings that it reads. */
export interface RuleDefinition<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Name extends string = string,
  NeedsBids extends boolean = boolean,
> {
  /** What `selection.rule` and the decision record call it. */
  readonly name: Name;
  /** One line for forms and references, such as “in order, again and again”. */
  readonly description: string;
  /** The fields of `selection` that it reads, each with description, bounds and default. */
  readonly settings: Shape;
  /** Whether candidates are asked for bids first. */
  readonly needsBids: NeedsBids;
  select(context: SelectionContext<z.output<z.ZodObject<Shape>>>): Selected;
  /** What of its settings does not fit the names of the cast. */
  check?(settings: z.output<z.ZodObject<Shape>>, names: readonly string[]): readonly SettingProblem[];
}

/** Returns the rule as it is; infers the type of its settings. */
export const defineRule = <Shape extends z.ZodRawShape, const Name extends string, const NeedsBids extends boolean>(
  rule: RuleDefinition<Shape, Name, NeedsBids>,
): RuleDefinition<Shape, Name, NeedsBids> => rule;
