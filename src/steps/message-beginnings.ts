/**
 * What has been said in public of messages that are not complete: a director is heard while it still makes up its mind. Known in this
 * process and run alone; where a run goes on elsewhere, such a message is said from its beginning.
 */

import { runKeyOf } from "../langgraph/graph-internals.js";
import type { MessagePlace } from "../state/message.js";
import type { StepConfig } from "./run-context.js";

export interface MessageBeginning {
  /** The message's id. */
  readonly id: string;
  readonly place: MessagePlace;
  /** The try that it was said in, from 1. */
  readonly attempt: number;
  readonly text: string;
}

const runs = new WeakMap<object, MessageBeginning>();

/** A run has one such message at a time. */
export function keepBeginning(config: StepConfig, beginning: MessageBeginning): void {
  runs.set(runKeyOf(config), beginning);
}

/** The beginning of this message; undefined where nothing of it has been said. */
export function takeBeginning(config: StepConfig, id: string): MessageBeginning | undefined {
  const run = runKeyOf(config);
  const beginning = runs.get(run);
  runs.delete(run);
  return beginning?.id === id ? beginning : undefined;
}
