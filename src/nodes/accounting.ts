/**
 * Keeps the books: what the calls of a task cost goes into the state with whatever the task itself has to say, and a budget that is
 * spent ends the conversation at its next check instead of breaking it off with an error.
 */
import type { StopReason } from "../domain/stop-reason.js";
import { totalUsage } from "../domain/usage.js";
import { RostrumError } from "../errors.js";
import type { Account } from "../models/account.js";
import { BudgetSpentError } from "../models/ledger.js";
import { budgetReason } from "../policies/stopping/by-budget.js";
import { accountOf, stepOf } from "./accounts.js";
import { endBegun } from "./begun-answers.js";
import type { NodeConfig } from "./node-kit.js";
import { nodeNames } from "./node-names.js";

/** The failure of a task, with everything that its calls cost. */
function withCost(error: unknown, { usage }: Account): unknown {
  const last = usage.at(-1);
  if (!RostrumError.isInstance(error) || !last || error.details.usage) return error;
  return new RostrumError(error.code, error.message, { ...error.details, usage: { ...last, ...totalUsage(usage) } });
}

/** A node as it is given to LangGraph: what it takes may be a state, or what a task was sent with. */
type AnyNode = (input: never, config: NodeConfig) => unknown;

/** Makes nodes keep the books. `now` is in milliseconds. */
export function createAccounting(now: () => number) {
  return (name: string, node: AnyNode): AnyNode =>
    async (input, config) => {
      const { books } = stepOf(config, now);
      const over = books.budgetStop;
      const tellStopped = (reason: StopReason) => config.writer?.({ type: "stopped", turn: books.turn, reason });
      if (over && name !== nodeNames.setScene) {
        if (name !== nodeNames.stopCheck) return {};
        endBegun(config);
        tellStopped(over);
        return { stopReason: over, nextSpeaker: "" };
      }
      const since = now();
      const time = () =>
        books.budget.seconds === undefined
          ? {}
          : { workTime: { step: Number(config.metadata?.["langgraph_step"]), seconds: (now() - since) / 1000 } };
      const written = ({ usage }: Account) => (usage.length > 0 ? { usage } : {});
      try {
        const update = (await node(input, config)) as { readonly warnings?: readonly unknown[] };
        const account = accountOf(config);
        const { warnings } = account;
        for (const warning of warnings) config.writer?.({ type: "warning", warning });
        const noted = warnings.length > 0 ? { warnings: [...(update.warnings ?? []), ...warnings] } : {};
        return { ...update, ...written(account), ...noted, ...time() };
      } catch (error) {
        endBegun(config);
        const account = accountOf(config);
        if (!BudgetSpentError.isInstance(error)) throw withCost(error, account);
        // Its last word could not be paid for any more.
        if (books.stopReason) tellStopped(books.stopReason);
        const budgetStop = budgetReason(error.budget, books.budget, error.spent, books.turn);
        return { ...written(account), ...time(), budgetStop };
      }
    };
}
