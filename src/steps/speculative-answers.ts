/**
 * Answers that have begun to come in one step of a run and are heard in a later one, or not at all. They live in this process alone:
 * a run that is resumed elsewhere finds none and asks anew.
 */

import { runKeyOf } from "../langgraph/graph-internals.js";
import type { SpeculativeAnswer } from "../models/speculative-answer.js";
import type { Cleaner } from "../text/clean-speech.js";
import { accountOf } from "./accounts.js";
import type { StepConfig } from "./run-context.js";

export interface Begun {
  readonly answer: SpeculativeAnswer;
  /** Cleans it of what is not the speech. */
  readonly cleaner: (clean: Cleaner) => Cleaner;
}

/** Of one turn, by the name of who answers. */
interface OfTurn {
  readonly turn: number;
  readonly answers: Map<string, Begun>;
}

const runs = new WeakMap<object, OfTurn>();

/** Keeps an answer for its turn. */
export function keepSpeculative(config: StepConfig, turn: number, name: string, begun: Begun): void {
  const run = runKeyOf(config);
  const known = runs.get(run);
  if (known?.turn !== turn) endSpeculative(config);
  begun.answer.hold();
  const ofTurn = known?.turn === turn ? known : { turn, answers: new Map<string, Begun>() };
  ofTurn.answers.set(name, begun);
  runs.set(run, ofTurn);
}

/** Cuts off all answers but that of who will be heard. Their cost is this task's. Returns them. */
export function endSpeculative(
  config: StepConfig,
  except?: { readonly turn: number; readonly name: string },
): SpeculativeAnswer[] {
  const run = runKeyOf(config);
  const known = runs.get(run);
  if (!known) return [];
  const kept = except?.turn === known.turn ? except.name : undefined;
  const account = accountOf(config);
  const ended = [...known.answers].filter(([name]) => name !== kept);
  for (const [name, { answer }] of ended) {
    known.answers.delete(name);
    answer.chargeTo(account);
  }
  if (known.answers.size === 0) runs.delete(run);
  return ended.map(([, { answer }]) => {
    answer.end();
    return answer;
  });
}

/** Cuts off whatever a run has begun and will not hear any more. */
export function endRun(run: object): void {
  for (const { answer } of runs.get(run)?.answers.values() ?? []) answer.end();
  runs.delete(run);
}

/** Whether somebody's answer has begun for this turn. */
export function isSpeculating(config: StepConfig, turn: number, name: string): boolean {
  const known = runs.get(runKeyOf(config));
  return known?.turn === turn && known.answers.has(name);
}

/** The answer that has begun for this turn, which is heard now; undefined where none has. */
export function takeSpeculative(config: StepConfig, turn: number, name: string): Begun | undefined {
  const run = runKeyOf(config);
  const known = runs.get(run);
  const begun = known?.turn === turn ? known.answers.get(name) : undefined;
  if (!begun) return undefined;
  known?.answers.delete(name);
  begun.answer.chargeTo(accountOf(config));
  return begun;
}
