/** A mode as the registry lists it. */
import type { CompiledStateGraph, StateGraph } from "@langchain/langgraph";
import type { z } from "zod";
import type { FieldCheck } from "../../core/state/problems.js";
import type { ConversationOptions } from "./options.js";

// biome-ignore lint/suspicious/noExplicitAny: LangGraph's type of a graph differs from mode to mode
export type Graph = CompiledStateGraph<any, any, any, any, any>;

export type ModeOptions = Omit<ConversationOptions<never>, "selectSpeaker" | "rules">;

interface ModeDefinition {
  /** The mode's name in scenario files, on the command line and in `langgraph.json`. */
  readonly name: string;
  readonly schemas: { readonly fields: Readonly<Record<string, z.ZodType>>; readonly context: z.ZodObject };
  /** Checks its input fields against each other. Default: no checks. */
  readonly check?: FieldCheck;
  readonly create: (options: ModeOptions) => { compile(options?: never): unknown };
}

export interface Mode extends Pick<ModeDefinition, "name" | "check"> {
  /** Its input fields without `messages`. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly context: Readonly<Record<string, z.ZodType>>;
  readonly compile: (options: ModeOptions, compiling?: Parameters<StateGraph<object>["compile"]>[0]) => Graph;
}

export function defineMode({ name, schemas, check, create }: ModeDefinition): Mode {
  const { scenario: _scenario, ...context } = schemas.context.shape as Record<string, z.ZodType>;
  return {
    name,
    fields: schemas.fields,
    context,
    ...(check ? { check } : {}),
    compile: (options, compiling) => create(options).compile(compiling as never) as Graph,
  };
}
