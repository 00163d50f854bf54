import { describe } from "@jest/globals";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import fc from "fast-check";
import type { ModelRequest } from "../../../src/core/model-request.js";
import { type Budget, nothingSpent, type Spent, spentOn } from "../../../src/core/usage/budget.js";
import { BudgetExceededError, BudgetGuard, TaskUsage } from "../../../src/core/usage/task-usage.js";
import type { CallContext, ModelCall } from "../../../src/graph/models/model-call.js";
import { ModelCaller } from "../../../src/graph/models/model-caller.js";
import { budgetKinds, type UsageRow } from "../../../src/records/usage.js";
import { itHolds } from "../../support/property.js";

const prices = { model: { input: 1000, output: 3000 } };

interface Planned {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly fails: boolean;
  /** The duration in milliseconds. */
  readonly takes: number;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  inputTokens: fc.nat(60),
  outputTokens: fc.nat(60),
  fails: fc.boolean(),
  takes: fc.nat(900),
});

const budget: fc.Arbitrary<Budget> = fc.record(
  {
    calls: fc.integer({ min: 1, max: 12 }),
    tokens: fc.integer({ min: 1, max: 400 }),
    seconds: fc.integer({ min: 1, max: 6 }),
    money: fc.double({ min: 0.01, max: 0.6, noNaN: true }),
  },
  { requiredKeys: [] },
);

const scene = { language: "en", topic: "Tea?", cast: [], wordLimit: 10, seed: 1, turn: 0 } as const;
const request: ModelRequest = { purpose: "sharpen-topic", ...scene };
const question: ModelCall = { request, compose: () => [] };

class WatchedGuard extends BudgetGuard {
  readonly asked: { readonly spent: Spent; readonly isAdmitted: boolean }[] = [];
  /** Returns what was spent, except the tokens that are reserved for the answers to calls in flight. */
  spent: (reserved: number) => Spent = () => nothingSpent;
  private reserved = 0;

  override count(row: UsageRow, reserved = 0): void {
    this.reserved += reserved;
    super.count(row, reserved);
  }

  override admit(model: string, isFree: boolean): void {
    const spent = this.spent(this.reserved);
    try {
      super.admit(model, isFree);
      this.asked.push({ spent, isAdmitted: true });
    } catch (error) {
      this.asked.push({ spent, isAdmitted: false });
      throw error;
    }
  }
}

async function play(limits: Budget, groups: readonly (readonly Planned[])[]) {
  let now = 0;
  const guard = new WatchedGuard(limits, prices, nothingSpent, () => now);
  const account = new TaskUsage(guard);
  const spent = (reserved = 0) => {
    const { tokens, money, ...others } = spentOn(account.usage, prices, now / 1000);
    return { ...others, tokens: tokens - reserved, money: money - (reserved * prices.model.output) / 1e6 };
  };
  guard.spent = spent;
  let made = 0;
  const calls: Planned[] = [];
  const invoke = async () => {
    const call = calls.shift();
    if (!call) throw new Error("nobody planned this call");
    made += 1;
    await Promise.resolve();
    now += call.takes;
    if (call.fails) throw Object.assign(new Error("no"), { status: 400 });
    const { inputTokens, outputTokens } = call;
    const usage = { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
    return Object.assign(new AIMessage("Tea."), { usage_metadata: usage });
  };
  const model = { invoke, _llmType: () => "planned" } as unknown as BaseChatModel;
  const caller = new ModelCaller(() => Promise.resolve({ model, label: "model" }));
  const run: CallContext = {
    settings: {},
    signal: new AbortController().signal,
    runSignal: new AbortController().signal,
    usage: account,
  };
  let refused = 0;
  for (const group of groups) {
    calls.splice(0, calls.length, ...group);
    for (const answer of await Promise.allSettled(group.map(() => caller.text(question, run))))
      if (answer.status === "rejected" && answer.reason instanceof BudgetExceededError) refused += 1;
  }
  return { asked: guard.asked, made, refused, spent: spent(), planned: groups.flat().length };
}

describe("a budget", () => {
  itHolds(
    "is never exceeded by more than the calls in flight",
    fc.asyncProperty(
      budget,
      fc.array(fc.array(planned, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (limits, groups) => {
        const entries = budgetKinds.map((kind) => [kind, limits[kind] ?? Number.POSITIVE_INFINITY]);
        const most: Spent = Object.fromEntries(entries);
        const { asked, made, refused, spent, planned } = await play(limits, groups);
        if (made + refused !== planned) throw new Error("a call was neither made nor refused");
        for (const call of asked) {
          // A call counts as soon as it is sent. Until it ends, its tokens are the estimate of its prompt's tokens.
          const reached = budgetKinds.find((kind) => call.spent[kind] >= most[kind]);
          if (call.isAdmitted && reached) throw new Error(`a call began when the budget of ${reached} was spent`);
          if (!call.isAdmitted && !reached) throw new Error("a call was refused though there was something left");
        }
        if (spent.calls > most.calls) throw new Error("more calls were made than the budget has");
        const costliest = { tokens: 120, money: 60 * 0.001 + 60 * 0.003 };
        if (spent.tokens >= most.tokens + 4 * costliest.tokens) throw new Error("too many tokens");
        if (spent.money >= most.money + 4 * costliest.money) throw new Error("too much money");
      },
    ),
  );
});
