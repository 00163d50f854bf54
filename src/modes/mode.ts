/** A mode as the registry lists it, for whatever lets its user pick one. */
import type { Command, RunControl } from "@langchain/langgraph";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { z } from "zod";
import type { FieldCheck } from "../state/problems.js";
import type { fork } from "../thread/fork.js";
import type { interject } from "../thread/interject.js";
import type { ConversationOptions } from "./options.js";

interface StreamOptions {
  readonly context: object;
  readonly streamMode: ("custom" | "values")[];
  readonly signal: AbortSignal;
  /** Names the thread, for interjections and people. */
  readonly configurable?: { readonly thread_id: string; readonly isCommandLine?: true };
  /** Ends the run between two steps. */
  readonly control?: RunControl;
  readonly durability?: "sync";
}

/** The part of a compiled graph that is the same in every mode. */
type RunnableGraph = Parameters<typeof interject>[0] &
  Parameters<typeof fork>[0] & {
    stream(
      input: Readonly<Record<string, unknown>> | Command | null,
      options: StreamOptions,
    ): Promise<AsyncIterable<[string, unknown]>>;
  };

interface CompileOptions {
  readonly store?: BaseStore;
  readonly checkpointer?: BaseCheckpointSaver;
}

type ModeOptions = Omit<ConversationOptions<never>, "selectSpeaker" | "rules">;

interface Builder {
  // LangGraph's type of it differs from mode to mode.
  compile(options?: never): unknown;
}

interface ModeDefinition {
  /** The mode's name in scenario files, on the command line and in `langgraph.json`. */
  readonly name: string;
  readonly schemas: { readonly fields: Readonly<Record<string, z.ZodType>>; readonly context: z.ZodObject };
  /** Checks its input fields against each other. Default: no checks. */
  readonly check?: FieldCheck;
  readonly create: (options: ModeOptions) => Builder;
}

export interface Mode {
  readonly name: string;
  /** Its input fields without `messages`. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly context: Readonly<Record<string, z.ZodType>>;
  readonly check?: FieldCheck;
  readonly compile: (options: ModeOptions, compiling?: CompileOptions) => RunnableGraph;
}

export function defineMode({ name, schemas, check, create }: ModeDefinition): Mode {
  const { scenario: _scenario, ...context } = schemas.context.shape as Record<string, z.ZodType>;
  return {
    name,
    fields: schemas.fields,
    context,
    ...(check ? { check } : {}),
    compile: (options, compiling) => create(options).compile(compiling as never) as RunnableGraph,
  };
}
