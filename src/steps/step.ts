/** The steps of a conversation's graph: their context, and the meter that counts their cost. */
import { setMaxListeners } from "node:events";
import { interrupt, type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { RostrumError } from "../errors.js";
import { checkpointerOf } from "../langgraph/task.js";
import { locales } from "../locales/registry.js";
import { type CallLimiter, limitCalls } from "../models/call-policy.js";
import type { CallContext } from "../models/model-call.js";
import type { Decision } from "../selection/decision.js";
import { isPaused } from "../state/control.js";
import type { Conversation } from "../state/conversation-state.js";
import type { RostrumEvent } from "../state/events.js";
import { type Paused, reviewRequest } from "../state/records.js";
import { type RunSettings, readRunSettings } from "../state/run-settings.js";
import { stepNames } from "../state/step-names.js";
import { type BudgetState, budgetReason, guardFor } from "../stopping/budget-forecast.js";
import type { StopReason } from "../stopping/stop-reason.js";
import { placeOf } from "../text/message.js";
import { BudgetExceededError, TaskUsage } from "../usage/task-usage.js";
import { totalUsage } from "../usage/usage.js";
import { type FanOut, RunScope, type StepScope } from "./run-scope.js";
import type { ModeServices } from "./services.js";
import type { SceneRules } from "./set-scene.js";
import { cardsIn } from "./speaker-card.js";

/** Where a run's configuration carries its {@link RunScope}. LangGraph keeps names that begin like this out of metadata. */
export const scopeKey = "__rostrum_run";

/** Where a run's configuration carries who hears its events at once. LangGraph's streams deliver them some time later. */
export const listenerKey = "__rostrum_listener";

export class StepContext {
  readonly signal: AbortSignal;
  readonly scope: RunScope;
  readonly number: number;
  readonly fanOut: FanOut;
  /** The usage of this task's calls. */
  usage = new TaskUsage();
  private readonly shared: StepScope;

  constructor(
    readonly config: LangGraphRunnableConfig,
    readonly services: ModeServices,
    /** What the mode knows of its cast. */
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

  /** The context of this task's model calls. */
  get call(): CallContext {
    return {
      settings: this.settings,
      signal: this.signal,
      runSignal: this.scope.signal,
      limiter: this.limiter,
      // Its errors explain how to resume in code. Where somebody listens, resuming takes no code.
      thread: this.isSaved && !this.listener ? this.thread : undefined,
      usage: this.usage,
      onRetry: (turn, retry) => this.emit({ type: "retry", turn, ...retry }),
    };
  }

  /** The limit on concurrent calls, shared by all tasks of a superstep: the lower of the run's setting and LangGraph's. */
  private get limiter(): CallLimiter | undefined {
    const limit = Math.min(
      this.settings.maxConcurrency ?? Number.POSITIVE_INFINITY,
      this.config.maxConcurrency ?? Number.POSITIVE_INFINITY,
    );
    if (!Number.isFinite(limit)) return undefined;
    this.shared.limiter ??= limitCalls(limit);
    return this.shared.limiter;
  }

  /** In milliseconds. */
  readonly now = (): number => this.services.clock().getTime();

  /** Checks this task's calls against the superstep's budget guard, which the first task creates from its state. */
  openBudget(state: BudgetState): void {
    if (this.shared.guard === undefined) this.shared.guard = guardFor(state, this.now) ?? null;
    this.usage = new TaskUsage(this.shared.guard ?? undefined);
  }

  private get listener(): ((event: RostrumEvent) => void) | undefined {
    return this.config.configurable?.[listenerKey] as ((event: RostrumEvent) => void) | undefined;
  }

  /** Writes an event to the `custom` stream. */
  emit(event: RostrumEvent): void {
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

  get isSaved(): boolean {
    return checkpointerOf(this.config) !== undefined;
  }
}

type MeteredState = Conversation & {
  /** In the supervisor mode: what became of the tasks, which may fail without a speech. */
  readonly results?: readonly { readonly turn: number }[];
};

/** The decisions without those of this run's turns that the budget ended before anybody spoke. */
function withoutUnspoken({ decisions, messages, results = [], turnAtStart }: MeteredState): Decision[] {
  const speeches = messages.map(placeOf).filter((place) => place?.kind === "speech");
  const turns = new Set([...speeches, ...results].map((each) => each?.turn));
  return decisions.filter(({ turn }) => turn <= turnAtStart || turns.has(turn));
}

/** The state; a task started by `Send` gets it in a field. */
type MeteredInput = MeteredState | { readonly state: MeteredState };

/** Routes to the next step, or, while the run is to wait, to the check before the turn, which waits. */
export const unlessPaused =
  <State extends Pick<Conversation, "pauseAt" | "turn" | "stopReason">, Next>(next: (state: State) => Next) =>
  (state: State) =>
    isPaused(state) ? stepNames.stopCheck : next(state);

/** Waits until somebody lets the run go on. */
function waitAtPause({ language, turn, controls }: Conversation): void {
  const asked = controls.findLast(
    ({ control, refusal }) => refusal === null && control && ("pause" in control || "step" in control),
  );
  const description = locales[language].transcript.paused(turn, asked?.from ?? "");
  const question = reviewRequest(description, {}, ["approve"]);
  interrupt<Paused>({ kind: "paused", turn, from: asked?.from ?? "", language, ...question });
}

/**
 * Turns a step into a node of the graph. The node adds the usage of the step's calls to the update. An exceeded budget ends the
 * conversation at the next check instead of failing the run.
 */
export function createMeter(services: ModeServices, scene: Omit<SceneRules<Conversation>, "initialFields">) {
  /** `overBudget`: once the budget is exceeded, `skip` the step, `stop` the conversation, or `run` the step, which opens a new budget. */
  return <Given extends MeteredInput, Update extends object>(
    run: (given: Given, step: StepContext) => Promise<Update> | Update,
    { overBudget = "skip" }: { readonly overBudget?: "skip" | "stop" | "run" } = {},
  ) =>
    async (given: Given, config: LangGraphRunnableConfig): Promise<Update> => {
      const state: MeteredState = "budget" in given ? given : given.state;
      const { budget, budgetStop, stopReason, turn } = state;
      const step = new StepContext(config, services, scene);
      const stop = (reason: StopReason) => step.emit({ type: "stopped", turn, reason });
      if (budgetStop && overBudget === "skip") return {} as Update;
      if (budgetStop && overBudget === "stop") {
        stop(budgetStop);
        const decisions = new Overwrite(withoutUnspoken(state));
        return { stopReason: budgetStop, nextSpeaker: "", decisions } as unknown as Update;
      }
      const isAtPause = overBudget === "stop" && isPaused(state);
      if (isAtPause) waitAtPause(state);
      if (overBudget !== "run") step.openBudget(state);
      const startedAt = step.now();
      const withUsage = (update: { readonly warnings?: readonly unknown[] }) => {
        const { usage } = step.usage;
        const warnings = step.usage.warnings.map((warning) => ({ turn, ...warning }));
        for (const warning of warnings) step.emit({ type: "warning", warning });
        const workTime = { before: 0, step: step.number, latest: (step.now() - startedAt) / 1000 };
        return {
          ...(isAtPause && { pauseAt: null }),
          ...update,
          ...(usage.length > 0 && { usage }),
          ...(warnings.length > 0 && { warnings: [...(update.warnings ?? []), ...warnings] }),
          ...(budget.seconds !== undefined && { workTime }),
        };
      };
      try {
        const update = withUsage(await run(isAtPause ? { ...given, pauseAt: null } : given, step));
        return (services.ui ? { ...update, ui: cardsIn(state, update as object) } : update) as Update;
      } catch (error) {
        step.scope.speculation.end(step.usage);
        if (!(error instanceof BudgetExceededError)) throw withTaskUsage(error, step.usage);
        // The conversation has already stopped, and the budget does not cover its closing message.
        if (stopReason) stop(stopReason);
        return withUsage({ budgetStop: budgetReason(error.budget, budget, error.spent, turn) } as object) as Update;
      }
    };
}

function withTaskUsage(error: unknown, { usage }: TaskUsage): unknown {
  const last = usage.at(-1);
  if (!RostrumError.isInstance(error) || !last || error.details.usage) return error;
  return error.withUsage({ ...last, ...totalUsage(usage) });
}
