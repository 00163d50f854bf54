/** What one run of a graph keeps in memory from start to end. A run that resumes in another process starts without it. */
import { setTimeout as wait } from "node:timers/promises";
import { isGraphBubbleUp } from "@langchain/langgraph";
import type { RunSettings } from "../../../core/state/run-settings.js";
import type { Cleaner } from "../../../core/text/clean-speech.js";
import { BudgetExceededError, type BudgetGuard, type TaskUsage } from "../../../core/usage/task-usage.js";
import type { MessagePlace } from "../../../records/message.js";
import type { CallLimiter } from "../../models/call-policy.js";
import type { SpeculativeAnswer } from "../../models/speculative-answer.js";

/** How long another failure waits for the cancellation by the first, in milliseconds. Usually far less is needed. */
const cancellationWaitMs = 1000;

/** The tasks of a superstep. LangGraph cancels all when one fails, so a failure waits until the others have ended and are saved. */
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
      // Waiting for a person and exceeding the budget are not failures, so the other tasks go on.
      if (isGraphBubbleUp(error) || error instanceof BudgetExceededError) throw error;
      await Promise.allSettled(this.tasks);
      // LangGraph would report failures at the same time as an error without words, so the first cancels the others.
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

  /** Takes the answer out and charges its cost to `usage`; undefined if none was started for this turn. */
  take(turn: number, name: string, usage: TaskUsage): StartedAnswer | undefined {
    const started = this.turn === turn ? this.answers.get(name) : undefined;
    this.answers.delete(name);
    started?.answer.chargeTo(usage);
    return started;
  }

  /** Discards all answers except the winner's, and returns them. Charges their cost so far to `usage`. */
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

/** The public beginning of an incomplete message: a director's comment streams while the director still decides. */
interface MessageBeginning {
  readonly id: string;
  readonly place: MessagePlace;
  /** The attempt that produced the text, from 1. */
  readonly attempt: number;
  readonly text: string;
}

/** What the tasks of one superstep share. */
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
