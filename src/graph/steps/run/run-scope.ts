/** The in-memory state of one run of a graph. A run that resumes in another process starts with an empty one. */
import { setTimeout as wait } from "node:timers/promises";
import { isGraphBubbleUp } from "@langchain/langgraph";
import type { RunSettings } from "../../../core/state/run-settings.js";
import type { Cleaner } from "../../../core/text/clean-speech.js";
import { BudgetExceededError, type BudgetGuard, type TaskUsage } from "../../../core/usage/task-usage.js";
import type { MessagePlace } from "../../../records/message.js";
import type { CallLimiter } from "../../models/call-policy.js";
import type { SpeculativeAnswer } from "../../models/speculative-answer.js";

/** How long a later failure waits until the first one cancels it, in milliseconds. Usually that takes far less. */
const cancellationWaitMs = 1000;

/**
 * The tasks of a superstep. LangGraph cancels all when one fails, so a failed task waits until the others are saved.
 */
export class FanOut {
  private readonly tasks: Promise<unknown>[] = [];
  private hasFailed = false;

  /** Runs one task. `signal` is aborted when the step is. */
  async run<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const running = task();
    this.tasks.push(running);
    try {
      return await running;
    } catch (error) {
      // Waiting for a person and exceeding the budget are not failures, so the other tasks continue.
      if (isGraphBubbleUp(error) || error instanceof BudgetExceededError) throw error;
      await Promise.allSettled(this.tasks);
      // LangGraph reports simultaneous failures as an error without a message, so later ones wait for the first to
      // cancel them.
      if (this.hasFailed) await wait(cancellationWaitMs, undefined, { signal, ref: false }).catch(() => {});
      this.hasFailed = true;
      throw error;
    }
  }
}

export interface StartedAnswer {
  readonly answer: SpeculativeAnswer;
  /** Adapts the speech's cleaner to this answer, which may begin with a bid. */
  readonly cleaner: (clean: Cleaner) => Cleaner;
}

class SpeculativeAnswers {
  private turn = 0;
  private readonly answers = new Map<string, StartedAnswer>();

  keep(turn: number, name: string, started: StartedAnswer): void {
    if (this.turn !== turn) this.end();
    this.turn = turn;
    started.answer.hold();
    this.answers.set(name, started);
  }

  has(turn: number, name: string): boolean {
    return this.turn === turn && this.answers.has(name);
  }

  /** Removes an answer and charges its cost to `usage`. Returns undefined if none was started for this turn. */
  take(turn: number, name: string, usage: TaskUsage): StartedAnswer | undefined {
    const started = this.turn === turn ? this.answers.get(name) : undefined;
    this.answers.delete(name);
    started?.answer.chargeTo(usage);
    return started;
  }

  /** Discards all answers except the winner's, and returns the discarded ones. Charges their cost so far to `usage`. */
  end(usage?: TaskUsage, except?: { readonly turn: number; readonly name: string }): SpeculativeAnswer[] {
    const winner = except?.turn === this.turn ? except.name : undefined;
    const discarded = [...this.answers].filter(([name]) => name !== winner);
    for (const [name, { answer }] of discarded) {
      this.answers.delete(name);
      if (usage) answer.chargeTo(usage);
      answer.end();
    }
    return discarded.map(([, { answer }]) => answer);
  }
}

/** The public beginning of an incomplete message: a director's comment streams before the rest of its answer. */
interface MessageBeginning {
  readonly id: string;
  readonly place: MessagePlace;
  /** The attempt that produced the text, from 1. */
  readonly attempt: number;
  readonly text: string;
}

/** The objects that the tasks of one superstep share. */
export interface StepScope {
  readonly number: number;
  readonly fanOut: FanOut;
  /** Undefined until a task asks for it; null if the run has no budget. */
  guard?: BudgetGuard | null;
  limiter?: CallLimiter;
}

export class RunScope {
  readonly speculation = new SpeculativeAnswers();
  /** Read from the run's configuration by its first task. */
  settings: RunSettings | undefined;
  beginning: MessageBeginning | undefined;
  private latestStep: StepScope | undefined;

  /** `signal` is aborted when the run is cancelled or its reader leaves. */
  constructor(readonly signal: AbortSignal) {}

  /** Supersteps run one after another, so only the latest is kept. */
  step(number: number): StepScope {
    if (this.latestStep?.number !== number) this.latestStep = { number, fanOut: new FanOut() };
    return this.latestStep;
  }

  end(): void {
    this.speculation.end();
  }
}
