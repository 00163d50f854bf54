/** The in-memory state of a graph's run. It is not saved, so a resumed run starts with an empty scope. */

import { isGraphBubbleUp } from "@langchain/langgraph";
import { wait } from "#platform.js";
import type { RunSettings } from "../../../core/state/run-settings.js";
import type { Cleaner } from "../../../core/text/clean-speech.js";
import { BudgetExceededError, type BudgetGuard, type TaskUsage } from "../../../core/usage/task-usage.js";
import type { MessagePlace } from "../../../records/message.js";
import type { SpentAfter } from "../../langgraph/charges.js";
import type { CallLimiter } from "../../models/call-policy.js";
import type { SpeculativeAnswer } from "../../models/speculative-answer.js";
import type { RunTrace } from "../../tracing/run-trace.js";

const cancellationWaitMs = 1000;

/**
 * The concurrent tasks of a superstep. LangGraph cancels all tasks when one fails, so a failed task waits until the
 * others have finished before it throws.
 */
export class FanOut {
  private readonly tasks: Promise<unknown>[] = [];
  private hasFailed = false;

  async run<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const running = task();
    this.tasks.push(running);
    try {
      return await running;
    } catch (error) {
      // Waiting for a person and exceeding the budget are not failures, so the other tasks continue.
      if (isGraphBubbleUp(error) || error instanceof BudgetExceededError) throw error;
      await Promise.allSettled(this.tasks);
      // LangGraph reports simultaneous failures as an `AggregateError`, whose message does not name them, so only one
      // failed task throws now. The others wait for LangGraph to cancel them.
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

  /** Removes and returns the participant's answer, if there is one, and charges it to `usage`. */
  take(turn: number, name: string, usage: TaskUsage): StartedAnswer | undefined {
    const started = this.turn === turn ? this.answers.get(name) : undefined;
    this.answers.delete(name);
    started?.answer.chargeTo(usage);
    return started;
  }

  /**
   * Ends, removes and returns all answers except that of the participant in `except`, if given. Charges them to
   * `usage`, if given.
   */
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

/** The part of an incomplete message that is already public: the director's comment is streamed before the question. */
interface MessageBeginning {
  readonly id: string;
  readonly place: MessagePlace;
  /** Counted from 1. */
  readonly attempt: number;
  readonly text: string;
}

export interface StepScope {
  readonly number: number;
  readonly isFirst: boolean;
  readonly fanOut: FanOut;
  /** Undefined until a task needs it; null if the run has no budget. */
  guard?: BudgetGuard | null;
  limiter?: CallLimiter;
}

export class RunScope {
  readonly speculation = new SpeculativeAnswers();
  /** Undefined until a task reads them from the run's configuration. */
  settings: RunSettings | undefined;
  beginning: MessageBeginning | undefined;
  /**
   * What the run's first step spent in earlier runs in which it was cut off; undefined if it spent nothing. If the run
   * replaces the step, both charges are empty.
   */
  spentBefore: SpentAfter | undefined;
  /** Whether the messages in the thread's inbox are for the conversation of this run. */
  hasInbox = true;
  /** Distinguishes the messages of conversations that run inside another graph, which may merge their messages. */
  idSuffix = "";
  private latestStep: StepScope | undefined;
  private readonly open = new Set<TaskUsage>();

  /**
   * @param signal - Aborts when the run is cancelled, or when the reader of its stream stops early.
   * @param trace - Undefined if the run is not traced.
   */
  constructor(
    readonly signal: AbortSignal,
    readonly trace?: RunTrace | undefined,
  ) {
    // LangGraph does not wait for the steps that it cuts off, so what they have spent is saved here.
    signal.addEventListener("abort", () => this.saveOpen(), { once: true });
  }

  continueStep(spent: SpentAfter): void {
    // Steps also read checkpoints, which calls this again. Only what was spent before the run's first step counts.
    if (!this.latestStep) this.spentBefore = spent;
  }

  /** Ignores failures, because the run has already been cut off. */
  private saveOpen(): void {
    for (const usage of this.open) usage.saveAll().catch(() => {});
  }

  /** Until `closeAccount` is called, saves the account if the run is cut off. */
  openAccount(usage: TaskUsage): void {
    this.open.add(usage);
  }

  closeAccount(usage: TaskUsage): void {
    this.open.delete(usage);
  }

  /** Supersteps run one after another, so only the latest superstep's objects are kept. */
  step(number: number): StepScope {
    if (this.latestStep?.number !== number)
      this.latestStep = { number, isFirst: this.latestStep === undefined, fanOut: new FanOut() };
    return this.latestStep;
  }

  end(): void {
    this.speculation.end();
    for (const usage of this.open) usage.close();
  }
}
