/**
 * Keeps the books: what the calls of a task cost goes into the state with whatever the task itself has to say, and a budget that is
 * spent ends the conversation at its next check instead of breaking it off with an error.
 */
import type { Warning } from "../domain/events.js";
import type { StopReason } from "../domain/stop-reason.js";
import { totalUsage } from "../domain/usage.js";
import { RostrumError } from "../errors.js";
import type { Account } from "../models/account.js";
import { BudgetSpentError } from "../models/ledger.js";
import { budgetReason } from "../policies/stopping/by-budget.js";
import { accountOf, type Books, stepOf } from "./accounts.js";
import { endBegun } from "./begun-answers.js";
import { type NodeConfig, tell } from "./node-kit.js";
import { nodeNames } from "./node-names.js";

/** The failure of a task, with everything that its calls cost. */
function withCost(error: unknown, { usage }: Account): unknown {
  const last = usage.at(-1);
  if (!RostrumError.isInstance(error) || !last || error.details.usage) return error;
  return new RostrumError(error.code, error.message, { ...error.details, usage: { ...last, ...totalUsage(usage) } });
}

/** A node as it is given to LangGraph: what it takes may be a state, or what a task was sent with. */
type AnyNode = (input: never, config: NodeConfig) => unknown;

/** What a task's account adds to its update. */
function written(config: NodeConfig, update: { readonly warnings?: readonly Warning[] }) {
  const { usage, warnings } = accountOf(config);
  for (const warning of warnings) tell(config, { type: "warning", warning });
  return {
    ...(usage.length > 0 ? { usage } : {}),
    ...(warnings.length > 0 ? { warnings: [...(update.warnings ?? []), ...warnings] } : {}),
  };
}

/** How long a task took, where somebody counts the seconds. */
function timed({ budget }: Books, config: NodeConfig, milliseconds: number) {
  const step = Number(config.metadata?.["langgraph_step"]);
  return budget.seconds === undefined ? {} : { workTime: { before: 0, step, latest: milliseconds / 1000 } };
}

/** Makes nodes keep the books. `now` is in milliseconds. */
export function createAccounting(now: () => number) {
  const stop = (reason: StopReason, turn: number, config: NodeConfig) =>
    tell(config, { type: "stopped", turn, reason });
  return (name: string, node: AnyNode): AnyNode =>
    async (input, config) => {
      const { books } = stepOf(config, now);
      const { budgetStop, stopReason, budget, turn } = books;
      if (budgetStop && name !== nodeNames.setScene) {
        if (name !== nodeNames.stopCheck) return {};
        stop(budgetStop, turn, config);
        return { stopReason: budgetStop, nextSpeaker: "" };
      }
      const since = now();
      try {
        const update = (await node(input, config)) as Parameters<typeof written>[1];
        return { ...update, ...written(config, update), ...timed(books, config, now() - since) };
      } catch (error) {
        endBegun(config);
        if (!BudgetSpentError.isInstance(error)) throw withCost(error, accountOf(config));
        // Its last word could not be paid for any more.
        if (stopReason) stop(stopReason, turn, config);
        const spent = { budgetStop: budgetReason(error.budget, budget, error.spent, turn) };
        return { ...spent, ...written(config, {}), ...timed(books, config, now() - since) };
      }
    };
}
