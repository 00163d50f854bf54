import { expect, it } from "@jest/globals";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ModelRequest } from "../../../src/core/model-request.js";
import { nothingSpent } from "../../../src/core/usage/budget.js";
import { BudgetGuard, TaskUsage } from "../../../src/core/usage/task-usage.js";
import { chargeCall } from "../../../src/graph/models/charge-call.js";
import { SpeculativeAnswer } from "../../../src/graph/models/speculative-answer.js";

const { signal } = new AbortController();

async function charge(purpose: string) {
  const usage = new TaskUsage(new BudgetGuard({ tokens: 1e6 }, {}, nothingSpent, () => 0));
  const model = { _llmType: () => "other" } as unknown as BaseChatModel;
  const request = { purpose, wordLimit: 2000 } as ModelRequest;
  const payer = { purpose: request.purpose, participant: "Ann", model: "model" };
  const meter = await chargeCall({ payer, prompt: [], resolved: { model, label: "model" }, request }, usage, signal);
  return { usage, meter };
}

it.each([
  ["bid", 50],
  ["bid-panel", 50],
  ["choose-speaker", 50],
  ["judge-round", 50],
  ["judge-agreement", 50],
  ["speech", 4000],
  ["bid-and-speech", 4000],
  ["decide", 4000],
])("a call with the purpose %s reserves %d tokens for its answer", async (purpose, reserve) => {
  const { usage } = await charge(purpose);
  expect(usage.usage[0]?.estimated?.outputTokens).toBe(reserve);
});

it.each([
  ["because of a rate limit", 429, undefined],
  ["because of its key", 401, undefined],
  ["without a status, and keeps its reserve,", undefined, { inputTokens: 0, outputTokens: 4000 }],
])("a speculative call that fails %s is charged once", async (_when, status, estimated) => {
  const { usage, meter } = await charge("speech");
  const open = () => Promise.reject(Object.assign(new Error("no"), status === undefined ? {} : { status }));
  const answer = new SpeculativeAnswer(signal, 1000, () => Promise.resolve({ open, meter }));
  // The task that started the answer ends, and another task takes over the answer.
  answer.hold();
  const later = new TaskUsage();
  answer.chargeTo(later);
  const read = async () => {
    for await (const _text of answer.texts);
  };
  await expect(read()).rejects.toThrow("no");
  answer.end();
  const total = new TaskUsage();
  for (const row of [...usage.usage, ...later.usage]) total.count(row);
  expect(total.usage).toHaveLength(1);
  expect(total.usage[0]?.calls).toBe(1);
  expect(total.usage[0]?.estimated).toEqual(estimated);
});
