/**
 * Keeps the books: what the calls of a task cost goes into the state with whatever the task itself has to say, and a budget that is
 * spent ends the conversation at its next check instead of breaking it off with an error.
 */

import { RostrumError } from "../errors.js";
import type { Warning } from "../state/events.js";
import type { StopReason } from "../stopping/stop-reason.js";
import { BudgetExceededError } from "../usage/budget-guard.js";
import { budgetReason } from "../usage/forecast.js";
import type { TaskUsage } from "../usage/task-usage.js";
import { totalUsage } from "../usage/usage.js";
import { accountOf, type Books, stepOf } from "./accounts.js";
import { emit, type StepConfig } from "./run-context.js";
import { endSpeculative } from "./speculative-answers.js";
import { stepNames } from "./step-names.js";

/** The failure of a task, with everything that its calls cost. */
function withCost(error: unknown, { usage }: TaskUsage): unknown {
  const last = usage.at(-1);
  if (!RostrumError.isInstance(error) || !last || error.details.usage) return error;
  return new RostrumError(error.code, error.message, { ...error.details, usage: { ...last, ...totalUsage(usage) } });
}

/** A node as it is given to LangGraph: what it takes may be a state, or what a task was sent with. */
type AnyNode = (input: never, config: StepConfig) => unknown;

/** What a task's account adds to its update. */
function written(config: StepConfig, update: { readonly warnings?: readonly Warning[] }) {
  const { usage, warnings } = accountOf(config);
  for (const warning of warnings) emit(config, { type: "warning", warning });
  return {
    ...(usage.length > 0 ? { usage } : {}),
    ...(warnings.length > 0 ? { warnings: [...(update.warnings ?? []), ...warnings] } : {}),
  };
}

/** How long a task took, where somebody counts the seconds. */
function timed({ budget }: Books, config: StepConfig, milliseconds: number) {
  const step = Number(config.metadata?.["langgraph_step"]);
  return budget.seconds === undefined ? {} : { workTime: { before: 0, step, latest: milliseconds / 1000 } };
}

/** Makes nodes keep the books. `now` is in milliseconds. */
export function createAccounting(now: () => number) {
  const stop = (reason: StopReason, turn: number, config: StepConfig) =>
    emit(config, { type: "stopped", turn, reason });
  return (name: string, node: AnyNode): AnyNode =>
    async (input, config) => {
      const { books } = stepOf(config, now);
      const { budgetStop, stopReason, budget, turn } = books;
      if (budgetStop && name !== stepNames.setScene) {
        if (name !== stepNames.stopCheck) return {};
        stop(budgetStop, turn, config);
        return { stopReason: budgetStop, nextSpeaker: "" };
      }
      const since = now();
      try {
        const update = (await node(input, config)) as Parameters<typeof written>[1];
        return { ...update, ...written(config, update), ...timed(books, config, now() - since) };
      } catch (error) {
        endSpeculative(config);
        if (!BudgetExceededError.isInstance(error)) throw withCost(error, accountOf(config));
        // Its last word could not be paid for any more.
        if (stopReason) stop(stopReason, turn, config);
        const spent = { budgetStop: budgetReason(error.budget, budget, error.spent, turn) };
        return { ...spent, ...written(config, {}), ...timed(books, config, now() - since) };
      }
    };
}
