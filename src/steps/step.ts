/** A step of a conversation's graph, metered where it is defined, and what it is given besides the state. */
import { setMaxListeners } from "node:events";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { RostrumError } from "../errors.js";
import { checkpointerOf } from "../langgraph/task.js";
import { type CallLimiter, limitCalls } from "../models/call-policy.js";
import type { CallContext } from "../models/model-call.js";
import type { RostrumEvent } from "../state/events.js";
import { type RunSettings, readRunSettings } from "../state/run-settings.js";
import { type BudgetState, budgetReason, guardFor } from "../stopping/budget-forecast.js";
import type { StopReason } from "../stopping/stop-reason.js";
import { BudgetExceededError } from "../usage/budget-guard.js";
import { TaskUsage } from "../usage/task-usage.js";
import { totalUsage } from "../usage/usage.js";
import { RunScope, type StepScope } from "./run-scope.js";

/** Where a run's configuration carries its {@link RunScope}. LangGraph keeps names that begin like this out of metadata. */
export const scopeKey = "__rostrum_run";

export type StepConfig = LangGraphRunnableConfig;

export class StepContext {
  readonly signal: AbortSignal;
  readonly scope: RunScope;
  /** What this task's calls cost. */
  usage: TaskUsage;
  private readonly shared: StepScope;

  constructor(readonly config: StepConfig) {
    this.signal = config.signal ?? new AbortController().signal;
    // Every call listens for cancellation; an auction among more than ten is no leak.
    setMaxListeners(0, this.signal);
    this.scope = (config.configurable?.[scopeKey] as RunScope | undefined) ?? new RunScope(this.signal);
    this.shared = this.scope.step(this.number);
    this.usage = new TaskUsage();
  }

  /** The number of the superstep. */
  get number(): number {
    return Number(this.config.metadata?.["langgraph_step"]);
  }

  get fanOut() {
    return this.shared.fanOut;
  }

  get settings(): RunSettings {
    this.scope.settings ??= readRunSettings(this.config);
    return this.scope.settings;
  }

  /** What this task's model calls are made with. */
  get call(): CallContext {
    return {
      settings: this.settings,
      signal: this.signal,
      runSignal: this.scope.signal,
      limiter: this.limiter,
      thread: this.resumableThread,
      usage: this.usage,
      onRetry: (turn, retry) => this.emit({ type: "retry", turn, ...retry }),
    };
  }

  /** All tasks of a superstep share one limit on concurrent calls: the run's own, or LangGraph's where that is lower. */
  private get limiter(): CallLimiter | undefined {
    const limit = Math.min(
      this.settings.maxConcurrency ?? Number.POSITIVE_INFINITY,
      this.config.maxConcurrency ?? Number.POSITIVE_INFINITY,
    );
    if (!Number.isFinite(limit)) return undefined;
    this.shared.limiter ??= limitCalls(limit);
    return this.shared.limiter;
  }

  /** Has the calls of this superstep, and of this task, checked against the budget of `state`. */
  openBudget(state: BudgetState, now: () => number): void {
    this.shared.guard = guardFor(state, now) ?? null;
    this.usage = new TaskUsage(this.shared.guard ?? undefined);
  }

  /** The same for a task whose superstep may have a guard already. */
  joinBudget(state: BudgetState, now: () => number): void {
    if (this.shared.guard === undefined) this.openBudget(state, now);
    else this.usage = new TaskUsage(this.shared.guard ?? undefined);
  }

  /** Writes an event to the `custom` stream. */
  emit(event: RostrumEvent): void {
    this.config.writer?.(event);
  }

  /** The thread that the run belongs to, whether or not it is saved. */
  get thread(): string | undefined {
    const thread: unknown = this.config.configurable?.["thread_id"];
    return typeof thread === "string" ? thread : undefined;
  }

  /** Whose run it is, on a server that keeps its users apart. */
  get owner(): string | undefined {
    const owner: unknown = this.config.configurable?.["langgraph_auth_user_id"];
    return typeof owner === "string" && owner !== "" ? owner : undefined;
  }

  /** Whether the conversation is saved. */
  get isSaved(): boolean {
    return checkpointerOf(this.config) !== undefined;
  }

  /** The thread that errors say how to resume in code; the command line says that itself. */
  private get resumableThread(): string | undefined {
    return this.isSaved && this.config.configurable?.["isCommandLine"] !== true ? this.thread : undefined;
  }
}

/** The part of a state that a metered step reads. */
type MeteredState = BudgetState & {
  readonly budgetStop: StopReason | null;
  readonly stopReason: StopReason | null;
};

type StepFunction<Given, Update> = (given: Given, step: StepContext) => Promise<Update> | Update;

interface MeterOptions<Given> {
  /** The shared state within what the step is given. Default: what it is given. */
  readonly stateOf?: (given: Given) => MeteredState;
  /** What the step does once the budget is exceeded: nothing, end the conversation, or run as ever. Default: `skip`. */
  readonly overBudget?: "skip" | "stop" | "run";
}

/**
 * Makes a step a node of the graph. What its calls cost goes into the state beside its own update, and an exceeded budget ends the conversation at its
 * next check instead of failing the run.
 */
export function createMeter({ clock }: { readonly clock: () => Date }) {
  const now = () => clock().getTime();
  return <Given, Update extends object>(
    run: StepFunction<Given, Update>,
    { stateOf = (given) => given as MeteredState, overBudget = "skip" }: MeterOptions<Given> = {},
  ) =>
    async (given: Given, config: StepConfig): Promise<Update> => {
      const state = stateOf(given);
      const { budget, budgetStop, stopReason, turn } = state;
      const step = new StepContext(config);
      const stop = (reason: StopReason) => step.emit({ type: "stopped", turn, reason });
      if (budgetStop && overBudget === "skip") return {} as Update;
      if (budgetStop && overBudget === "stop") {
        stop(budgetStop);
        return { stopReason: budgetStop, nextSpeaker: "" } as unknown as Update;
      }
      step.joinBudget(state, now);
      const startedAt = now();
      const withUsage = (update: object) =>
        ({ ...update, ...usageUpdate(step, update), ...workTimeUpdate(state, step, now() - startedAt) }) as Update;
      try {
        return withUsage(await run(given, step));
      } catch (error) {
        step.scope.speculation.end(step.usage);
        if (!BudgetExceededError.isInstance(error)) throw withTaskUsage(error, step.usage);
        // The budget had no room for its last word.
        if (stopReason) stop(stopReason);
        return withUsage({ budgetStop: budgetReason(error.budget, budget, error.spent, turn) });
      }
    };
}

/** What the task's usage adds to its update. */
function usageUpdate(step: StepContext, { warnings: own = [] }: { readonly warnings?: readonly unknown[] }) {
  const { usage, warnings } = step.usage;
  for (const warning of warnings) step.emit({ type: "warning", warning });
  return {
    ...(usage.length > 0 ? { usage } : {}),
    ...(warnings.length > 0 ? { warnings: [...own, ...warnings] } : {}),
  };
}

/** How long the task took, where the budget limits seconds. */
function workTimeUpdate({ budget }: MeteredState, { number }: StepContext, milliseconds: number) {
  return budget.seconds === undefined ? {} : { workTime: { before: 0, step: number, latest: milliseconds / 1000 } };
}

/** A task's error, with everything that its calls cost. */
function withTaskUsage(error: unknown, { usage }: TaskUsage): unknown {
  const last = usage.at(-1);
  if (!RostrumError.isInstance(error) || !last || error.details.usage) return error;
  return error.withUsage({ ...last, ...totalUsage(usage) });
}
