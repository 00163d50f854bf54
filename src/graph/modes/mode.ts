import type { CompiledStateGraph, StateGraph } from "@langchain/langgraph";
import type { z } from "zod/v4";
import type { Named } from "../../base/is-record.js";
import type { FieldCheck } from "../../core/field-issue.js";
import { checkStopping, conditionsWithoutBids, withOwnConditions } from "../../core/stopping/registry.js";
import type { Extent } from "../../records/estimate.js";
import { type Language, locales } from "../../words/registry.js";
import type { AnySchemas, StateOf } from "../state/conversation-state.js";
import type { Talk } from "../steps/boundary/stop-check.js";
import type { ConversationOptions } from "./options.js";
import { type Offers, type OwnChoices, withOwnChoices } from "./own-choices.js";
import { schemasFor, type TurnRules, turnGraph } from "./turn-graph.js";

// biome-ignore lint/suspicious/noExplicitAny: LangGraph's type of a graph differs from mode to mode
export type Graph = CompiledStateGraph<any, any, any, any, any>;

export type ModeOptions = Omit<ConversationOptions<never>, "selectSpeaker" | "rules">;

type CompileOptions = Parameters<StateGraph<object>["compile"]>[0];

type CreateGraph = (options: ModeOptions & OwnChoices) => { compile(options?: CompileOptions): unknown };

type Schemas = AnySchemas & { readonly state: { readonly State: object } };

type InputOf<Given extends AnySchemas> = {
  readonly [Field in keyof Given["fields"]]: z.output<Given["fields"][Field]>;
};

/** The parts from which {@link defineMode} creates a mode. */
export type ModeDefinition<Given extends Schemas = Schemas> = Partial<Offers<AnySchemas, InputOf<Given>>> & {
  /** The mode's name in scenario files, on the command line and in `langgraph.json`. */
  readonly name: string;
  /** A one-line description in English, which `src/words/<language>/locale.ts` can translate. */
  readonly summary: string;
  /** The mode's fields and channels: see `schemasOf`. */
  readonly schemas: Given;
  /**
   * The conditions that the mode's `stopping` field offers. Default: conditions that need no bids, as in `talkFields`.
   */
  readonly conditions?: Offers["conditions"];
  /** See {@link Mode.extreme}. Default: no changes. */
  readonly extreme?: (input: InputOf<Given>, extent: Extent) => Partial<InputOf<Given>>;
} & (
    | {
        /** The rules of the mode's turns. The graph is `set-scene → choose-speaker → speak → stop-check → … | END`. */
        readonly turn: TurnRules<StateOf<Given> & Talk>;
      }
    | {
        /** Creates a graph with different steps. Returns its uncompiled builder. */
        readonly create: CreateGraph;
      }
  );

/** A mode that can be chosen by name. */
export interface Mode {
  readonly name: string;
  readonly summary: string;
  /** The mode's input fields without `messages`. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly context: Readonly<Record<string, z.ZodType>>;
  /** Checks the mode's input fields against each other. */
  readonly check: FieldCheck;
  /**
   * Returns changes to the mode's own settings, with which estimates simulate the shortest or the longest run that the
   * input allows.
   */
  readonly extreme: (input: Named, extent: Extent) => Named;
  readonly compile: (options: ModeOptions, compiling?: CompileOptions) => Graph;
  /** Returns the same mode with a caller's own rules and conditions, in addition to those that it already has. */
  readonly extend: (own: OwnChoices) => Mode;
}

/** Creates a mode that scenario files, the command line and servers can choose by its name. */
export const defineMode = <Given extends Schemas>(definition: ModeDefinition<Given>): Mode =>
  modeWith(definition as ModeDefinition, {});

const joinChoices = (given: OwnChoices, more: OwnChoices): OwnChoices => ({
  ...given,
  ...more,
  ...(given.rules && more.rules && { rules: { ...given.rules, ...more.rules } }),
  ...(given.conditions && more.conditions && { conditions: { ...given.conditions, ...more.conditions } }),
});

function modeWith(definition: ModeDefinition, given: OwnChoices): Mode {
  const { name, summary, check, rules, conditions = conditionsWithoutBids } = definition;
  const hasTurns = "turn" in definition;
  const schemas = hasTurns ? schemasFor(definition.schemas, definition.turn) : definition.schemas;
  const offers: Offers<AnySchemas, InputOf<Schemas>> = {
    schemas,
    conditions,
    ...(check && { check }),
    ...(rules && { rules }),
  };
  // A mode without a choice of rules ignores the caller's rules.
  const own: OwnChoices = {
    ...(given.conditions && { conditions: given.conditions }),
    ...(rules && given.rules && { rules: given.rules }),
  };
  const create: CreateGraph = hasTurns
    ? (options) => turnGraph({ name, ...offers }, options, definition.turn)
    : definition.create;
  const extended = withOwnChoices(offers, own);
  const known = withOwnConditions(own.conditions);
  const { scenario: _scenario, ...context } = schemas.context.shape as Record<string, z.ZodType>;
  return {
    name,
    summary,
    fields: extended.schemas.fields as Mode["fields"],
    context,
    extreme: (input, extent) => definition.extreme?.(input as InputOf<Schemas>, extent) ?? {},
    check: (input) => [...checkStopping(known, input), ...extended.check(input)],
    compile: (options, compiling) => create({ ...options, ...own }).compile(compiling) as Graph,
    extend: (more) => modeWith(definition, joinChoices(given, more)),
  };
}

export const summaryOf = ({ name, summary }: Mode, language: Language): string =>
  locales[language].modes[name] ?? summary;
