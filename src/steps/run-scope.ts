/** What one run of a graph keeps in memory from start to end. A run that resumes in another process starts without it. */
import type { CallLimiter } from "../models/call-policy.js";
import type { RunSettings } from "../state/run-settings.js";
import type { MessagePlace } from "../text/message.js";
import type { BudgetGuard } from "../usage/budget-guard.js";
import { FanOut } from "./fan-out.js";
import { SpeculativeAnswers } from "./speculative-answers.js";

/** The public beginning of an incomplete message: a director's comment streams while the director still decides. */
export interface MessageBeginning {
  /** The message's id. */
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
  private beginning: MessageBeginning | undefined;
  private latestStep: StepScope | undefined;

  /** `signal` is aborted when the run is cancelled or its reader leaves. */
  constructor(readonly signal: AbortSignal) {}

  /** Supersteps run one after another, so only the latest is kept. */
  step(number: number): StepScope {
    if (this.latestStep?.number !== number) this.latestStep = { number, fanOut: new FanOut() };
    return this.latestStep;
  }

  keepBeginning(beginning: MessageBeginning): void {
    this.beginning = beginning;
  }

  /** Returns the beginning of this message, once; undefined if nothing of it is public. */
  takeBeginning(id: string): MessageBeginning | undefined {
    const { beginning } = this;
    this.beginning = undefined;
    return beginning?.id === id ? beginning : undefined;
  }

  end(): void {
    this.speculation.end();
  }
}
