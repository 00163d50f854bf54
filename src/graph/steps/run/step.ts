/** The steps of a conversation's graph: their context, and the meter that counts their cost. */

import { interrupt, type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { type Paused, reviewRequest } from "../../../core/state/people.js";
import { budgetReason } from "../../../core/stopping/budget-forecast.js";
import { placeOf } from "../../../core/text/message.js";
import { BudgetExceededError, type TaskUsage } from "../../../core/usage/task-usage.js";
import { totalUsage } from "../../../core/usage/usage.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import type { Decision } from "../../../records/decision.js";
import type { StopReason } from "../../../records/stop-reason.js";
import { locales } from "../../../words/registry.js";
import { isPaused } from "../../state/control.js";
import type { Conversation } from "../../state/conversation-state.js";
import { stepNames } from "../../state/step-names.js";
import type { SceneRules } from "./scene-rules.js";
import type { ModeServices } from "./services.js";
import { cardsIn } from "./speaker-card.js";
import { StepContext } from "./step-context.js";

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
