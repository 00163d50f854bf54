import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { ModeOptions } from "../../../graph/modes/mode.js";
import type { Modes } from "../../../graph/modes/registry.js";
import type { Limits } from "./run-limits.js";

interface GraphBuilder {
  compile(options: { checkpointer: BaseCheckpointSaver; store: BaseStore }): unknown;
}

export interface LocalOptions extends ModeOptions {
  /** The modes available to conversations; see `extendModes`. Default: the built-in modes. */
  readonly modes?: Modes;
  /**
   * The caller's own graph builders, by the mode name that selects them in `start`. A builder replaces the mode of the
   * same name. Default: none.
   */
  readonly graphs?: Readonly<Record<string, GraphBuilder>>;
  /**
   * The interval, in milliseconds, at which to read followed conversations that this process is not running. Default:
   * 1000.
   */
  readonly pollMs?: number;
  /**
   * Limits on the number of conversations that run at once in this process, and on how often they start. Default: no
   * limits.
   */
  readonly limits?: Limits;
  /** Called with the error of each failed run; followers get only its code and message. Default: none. */
  readonly onFailure?: (error: unknown, thread: string) => void;
}

export function modeOptions(options: LocalOptions): ModeOptions {
  const { graphs: _graphs, modes: _modes, pollMs: _pollMs, onFailure: _onFailure, limits: _limits, ...rest } = options;
  return rest;
}
