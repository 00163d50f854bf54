import type { BaseMessage } from "@langchain/core/messages";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { setMaxListeners } from "#platform.js";
import type { RostrumEvent } from "../../../core/state/events.js";
import { type RunSettings, readRunSettings } from "../../../core/state/run-settings.js";
import { type BudgetState, guardFor } from "../../../core/stopping/budget-forecast.js";
import { freshId } from "../../../core/text/message.js";
import { ChargeJournal, TaskUsage } from "../../../core/usage/task-usage.js";
import { chargeSaver } from "../../langgraph/charges.js";
import { checkpointerOf } from "../../langgraph/task.js";
import { type CallLimiter, limitCalls } from "../../models/call-policy.js";
import type { CallContext } from "../../models/model-call.js";
import type { Conversation } from "../../state/conversation-state.js";
import { type FanOut, RunScope, type StepScope } from "./run-scope.js";
import type { SceneRules } from "./scene-rules.js";
import type { ModeServices } from "./services.js";

/** The key of a run's scope. LangChain omits keys that begin with `__` from the metadata of traces. */
export const scopeKey = "__rostrum_run";

/** The key of a listener that receives a run's events immediately, because LangGraph's streams deliver them later. */
export const listenerKey = "__rostrum_listener";

/** In milliseconds. The system clock can be adjusted, so working time is measured on a monotonic clock. */
export const workingTime = (): number => performance.now();

export class StepContext {
  readonly signal: AbortSignal;
  /** @internal */
  readonly scope: RunScope;
  /** @internal The superstep's number. */
  readonly number: number;
  /** @internal */
  readonly fanOut: FanOut;
  /** @internal */
  usage = new TaskUsage();
  private readonly shared: StepScope;

  constructor(
    readonly config: LangGraphRunnableConfig,
    readonly services: ModeServices,
    /** The mode's rules for its cast and for opening a run. */
    readonly scene: Omit<SceneRules<Conversation>, "initialFields">,
  ) {
    this.signal = config.signal ?? new AbortController().signal;
    // Every concurrent call listens to this signal. Node.js would report more than ten listeners as a leak.
    setMaxListeners(0, this.signal);
    this.scope = (config.configurable?.[scopeKey] as RunScope | undefined) ?? new RunScope(this.signal);
    this.number = Number(config.metadata?.["langgraph_step"]);
    this.shared = this.scope.step(this.number);
    this.fanOut = this.shared.fanOut;
  }

  get settings(): RunSettings {
    this.scope.settings ??= readRunSettings(this.config);
    return this.scope.settings;
  }

  get call(): CallContext {
    return {
      settings: this.settings,
      signal: this.signal,
      runSignal: this.scope.signal,
      limiter: this.limiter,
      // If `thread` is set, errors explain how to resume in code. Programs with a listener offer their own ways to
      // resume, so `thread` is not set for them.
      thread: this.isSaved && !this.listener ? this.thread : undefined,
      savedThread: this.isSaved ? this.thread : undefined,
      usage: this.usage,
      trace: this.scope.trace,
      onRetry: (turn, retry) => this.emit({ type: "retry", turn, ...retry }),
    };
  }

  /** The lower of the run's setting and LangGraph's; infinite if neither is set. */
  get maxConcurrency(): number {
    const limits = [this.settings.maxConcurrency, this.config.maxConcurrency];
    return Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
  }

  /** Shared by all tasks of a superstep. */
  private get limiter(): CallLimiter | undefined {
    if (!Number.isFinite(this.maxConcurrency)) return undefined;
    this.shared.limiter ??= limitCalls(this.maxConcurrency);
    return this.shared.limiter;
  }

  /** Returns the wanted id, with a suffix if another message has this id or the run is inside another graph. */
  freshId(messages: readonly BaseMessage[], wanted: string): string {
    return freshId(messages, `${wanted}${this.scope.idSuffix}`);
  }

  /** On the services' clock, in milliseconds since 1970. */
  readonly now = (): number => this.services.clock().getTime();

  /**
   * @internal Call this before the task's first model call. The superstep's budget guard then checks the task's calls,
   * and what they spend is saved, so that it is not lost if the step is cut off. The first task creates the guard from
   * its state.
   */
  openBudget(state: BudgetState): void {
    const completed = this.shared.isFirst ? this.scope.spentBefore?.completed : undefined;
    if (this.shared.guard === undefined) this.shared.guard = guardFor(state, workingTime, completed) ?? null;
    const save = chargeSaver(this.config);
    const now = state.budget.seconds === undefined ? () => 0 : workingTime;
    this.closeAccount();
    this.usage = new TaskUsage(this.shared.guard ?? undefined, save && new ChargeJournal(save, now));
    this.scope.openAccount(this.usage);
  }

  /** @internal Call this when the step has ended. */
  closeAccount(): void {
    this.scope.closeAccount(this.usage);
  }

  /**
   * @internal Whether the state includes the usage of a step that was cut off, and the current step is the first to
   * save this usage.
   */
  get isSettling(): boolean {
    return this.scope.spentBefore !== undefined && this.shared.isFirst;
  }

  private get listener(): ((event: RostrumEvent) => void) | undefined {
    return this.config.configurable?.[listenerKey] as ((event: RostrumEvent) => void) | undefined;
  }

  /** Passes an event to the run's trace and listener, and writes it to the `custom` stream. */
  emit(event: RostrumEvent): void {
    this.scope.trace?.note(event);
    this.listener?.(event);
    this.config.writer?.(event);
  }

  get thread(): string | undefined {
    const thread: unknown = this.config.configurable?.["thread_id"];
    return typeof thread === "string" ? thread : undefined;
  }

  /** The user who owns the run, on a server with authentication. */
  get owner(): string | undefined {
    const owner: unknown = this.config.configurable?.["langgraph_auth_user_id"];
    return typeof owner === "string" && owner !== "" ? owner : undefined;
  }

  get name(): string {
    return String(this.config.metadata?.["langgraph_node"]);
  }

  get isSaved(): boolean {
    return checkpointerOf(this.config) !== undefined;
  }
}
