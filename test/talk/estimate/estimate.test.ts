import { afterEach, describe, expect, it } from "@jest/globals";
import type { Named } from "../../../src/base/is-record.js";
import { totalUsage } from "../../../src/core/usage/usage.js";
import { modes } from "../../../src/graph/modes/registry.js";
import { createRoundRobin } from "../../../src/index.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import type { UsageRow } from "../../../src/records/usage.js";
import { estimateConversation } from "../../../src/talk/estimate/estimate.js";
import { extrapolate } from "../../../src/talk/estimate/extrapolate.js";

const rehearsal = new RehearsalModel({ notice: false });

async function measure(mode: string, input: Named) {
  const graph = modes[mode]?.compile({ model: rehearsal });
  const state: { readonly usage?: readonly UsageRow[] } = (await graph?.invoke({ seed: 3, ...input })) ?? {};
  const { usage = [] } = state;
  return { rows: usage, totals: totalUsage(usage) };
}

const { NODE_ENV: environment } = process.env;
afterEach(() => {
  process.env["NODE_ENV"] = environment;
});

const isWithin = (value: number, { least, most }: { least: number; most: number }) => value >= least && value <= most;

const cast = ["Ann", "Bo", "Chen"].map((name) => ({ name, description: `${name} lives in the town.` }));
const short = { topic: "Should the ferry be free?", participants: cast, maxTurns: 4 };

const castOf = (size: number) => Array.from({ length: size }, (_each, index) => ({ name: `P${index}` }));

/** For each case: a description, the mode, the input, and whether the number of calls is certain. */
const cases: readonly (readonly [string, string, Named, boolean])[] = [
  ["round-robin", "round-robin", short, true],
  ["round-robin in Chinese", "round-robin", { ...short, language: "zh", topic: "轮渡应该免费吗？" }, true],
  ["bidding", "bidding", short, true],
  [
    "bidding in tags with a random bidder",
    "bidding",
    { ...short, participants: [...cast, { name: "Dan", bidder: "random" }] },
    true,
  ],
  [
    "bidding in which a participant who is asked speaks next",
    "bidding",
    { ...short, selection: { addressed: true } },
    false,
  ],
  ["bidding by a panel", "bidding", { ...short, bidding: { by: "panel" } }, true],
  [
    "bidding with stop conditions",
    "bidding",
    { ...short, stopping: { phrase: "the", agreement: { every: 2 } } },
    false,
  ],
  ["bidding with summaries", "bidding", { ...short, maxTurns: 6, memory: { window: "summary", tokens: 300 } }, false],
  [
    "prepared bidding",
    "bidding",
    { ...short, prepare: true, topic: "The ferry", participants: ["Ann", "Bo"].map((name) => ({ name })) },
    true,
  ],
  ["director", "director", { ...short, director: { probability: 0 } }, true],
  ["director with a draw", "director", { ...short, director: { probability: 0.3, minTurns: 2 } }, false],
  ["director with one call", "director", { ...short, director: { probability: 0, calls: "one" } }, true],
  ["group-chat", "group-chat", { topic: short.topic }, false],
  [
    "group-chat that ends with a discussion",
    "group-chat",
    { ...short, maxTurns: 60, stages: [{ minRounds: 2, maxRounds: 3 }] },
    false,
  ],
  ["supervisor", "supervisor", short, false],
  ["a supervisor that checks results", "supervisor", { ...short, replan: "after-each" }, false],
];

describe.each(cases)("the estimate of %s", (_name, mode, input, isCertain) => {
  it("covers the calls and tokens of a run", async () => {
    const { purposes, totals, turns } = await estimateConversation(mode, { input }, { model: rehearsal });
    const measured = await measure(mode, input);
    for (const field of ["calls", "inputTokens", "outputTokens"] as const) {
      const value = measured.totals[field];
      expect({ field, value, ...totals[field], isWithin: isWithin(value, totals[field]) }).toMatchObject({
        isWithin: true,
      });
    }
    if (isCertain) expect(totals.calls).toEqual({ least: measured.totals.calls, most: measured.totals.calls });
    expect(turns.most).toBeGreaterThanOrEqual(turns.least);
    for (const [purpose, group] of Map.groupBy(measured.rows, (row) => row.purpose)) {
      const expected = purposes.find((each) => each.purpose === purpose)?.calls ?? { least: 0, most: 0 };
      const { calls } = totalUsage(group);
      expect({ purpose, calls, isWithin: isWithin(calls, expected) }).toMatchObject({ isWithin: true });
    }
  });
});

describe("an estimate", () => {
  const model = "openai:gpt-4.1-mini";
  const priced = { input: short, context: { model } };

  it("uses the list price of a model, unless the user gives the model's price", async () => {
    const { totals, rows, prices, unpriced } = await estimateConversation("bidding", priced);
    expect(prices).toMatchObject({ [model]: { input: 0.4, output: 1.6, listedOn: expect.any(String) } });
    expect(unpriced).toEqual([]);
    const { inputTokens, outputTokens, money } = totals;
    expect(money?.most).toBeCloseTo((inputTokens.most * 0.4 + outputTokens.most * 1.6) / 1e6, 9);
    expect(money?.least).toBeCloseTo((inputTokens.least * 0.1 + outputTokens.least * 1.6) / 1e6, 9);
    expect(rows.reduce((sum, row) => sum + (row.money?.most ?? 0), 0)).toBeGreaterThanOrEqual(money?.most ?? 1);
    const own = { input: { ...short, prices: { [model]: { input: 4, output: 16 } } }, context: { model } };
    expect((await estimateConversation("bidding", own)).totals.money?.most).toBeCloseTo(10 * (money?.most ?? 0), 9);
  });

  it("covers the shortest and the longest meeting of a large cast, and no longer one", async () => {
    const input = { participants: castOf(17) };
    const { turns } = await estimateConversation("group-chat", { input }, { model: rehearsal });
    // One presents, fourteen discuss in one to three rounds, one sums up, and one decides.
    expect(turns).toEqual({ least: 1 + 14 + 2, most: 1 + 3 * 14 + 2 });
  });

  it("has the exact number of calls in a long run in which every turn makes one", async () => {
    const input = { participants: castOf(6), maxTurns: 70, budget: { calls: 70 } };
    const { totals, limits } = await estimateConversation("round-robin", { input }, { model: rehearsal });
    expect(totals.calls).toEqual({ least: 70, most: 70 });
    expect(limits).toMatchObject([{ kind: "calls", isReached: "never" }]);
  });

  it.each([
    ["director", "reflect", { maxTurns: 40, director: { probability: 0, calls: "one" } }],
    ["group-chat", "decide", {}],
    ["supervisor", "sum-up", { maxTurns: 40 }],
  ])("has one closing call in a long run in %s mode", async (mode, closing, settings) => {
    const input = { participants: castOf(17), ...settings };
    const { purposes } = await estimateConversation(mode, { input }, { model: rehearsal });
    expect(purposes.find(({ purpose }) => purpose === closing)?.calls).toEqual({ least: 1, most: 1 });
  });

  it("simulates all tasks that a supervisor's workers may start if its plan can change", async () => {
    const input = { participants: castOf(24), maxTurns: 12, replan: "after-each" };
    const { turns, purposes } = await estimateConversation("supervisor", { input }, { model: rehearsal });
    expect(turns.most).toBe(36);
    expect(purposes.find(({ purpose }) => purpose === "execute")?.calls.most).toBe(36);
  });

  it("names models without a price, and counts the rehearsal model as free", async () => {
    const context = { model, bidModel: "ollama:tiny" };
    const unknown = await estimateConversation("bidding", { input: short, context });
    expect(unknown).toMatchObject({ unpriced: ["ollama:tiny"], totals: { money: null } });
    const own = new Map(unknown.rows.map((row) => [row.purpose, row.money]));
    expect([own.get("bid"), own.get("speech")]).toEqual([null, expect.anything()]);
    const free = await estimateConversation("bidding", { input: short, context: { model: "rehearsal" } });
    expect(free).toMatchObject({ unpriced: [], totals: { money: { least: 0, most: 0 } } });
  });

  it("says whether the run reaches the limits on calls, tokens and money, and does not apply them", async () => {
    const limits = async (budget: Named) =>
      (await estimateConversation("bidding", { input: { ...short, budget }, context: { model } })).limits;
    expect(await limits({ calls: 16, money: 5, seconds: 1 })).toEqual([
      { kind: "calls", limit: 16, isReached: "never" },
      { kind: "money", limit: 5, isReached: "never" },
    ]);
    expect(await limits({ calls: 15, tokens: 8_000 })).toMatchObject([
      { kind: "calls", isReached: "surely" },
      { kind: "tokens", isReached: "perhaps" },
    ]);
  });

  it("calls no model and no agent, waits for nobody, and needs no key", async () => {
    const refuse = () => {
      throw new Error("called");
    };
    const agents = { Bo: { invoke: refuse } };
    const input = {
      ...short,
      participants: [
        { name: "Ann", human: true },
        { name: "Bo" },
        { name: "Chen", approve: true, model: "groq:llama-3.1-8b-instant" },
      ],
    };
    const { rows, assumptions } = await estimateConversation("round-robin", { input, context: { model } }, { agents });
    expect(rows.map(({ participant, model: label }) => [participant, label])).toEqual([
      ["Bo", "Bo's agent"],
      ["Chen", "groq:llama-3.1-8b-instant"],
    ]);
    expect(assumptions).toEqual(expect.arrayContaining(["agents", "people"]));
  });

  it("uses the price that a run uses for an agent", async () => {
    const agents = { Ann: { invoke: async () => "The ferry should be free." } };
    const input = { ...short, prices: { "Ann's agent": { input: 2, output: 8 } } };
    const { rows, unpriced } = await estimateConversation("round-robin", { input, context: { model } }, { agents });
    expect(rows.find(({ participant }) => participant === "Ann")?.money?.least).toBeGreaterThan(0);
    expect(unpriced).toEqual([]);
    const { usage } = await createRoundRobin({ model: rehearsal, agents }).compile().invoke(input);
    expect(usage.map(({ model: label }) => label)).toContain("Ann's agent");
  });

  it("needs no key in production if the context names a model", async () => {
    process.env["NODE_ENV"] = "production";
    const { totals } = await estimateConversation("round-robin", { input: short, context: { model } });
    expect(totals.calls.most).toBeGreaterThan(0);
    await expect(estimateConversation("round-robin", { input: short })).rejects.toMatchObject({ code: "missing-key" });
  });

  it("rejects an invalid input, an unknown mode and an unknown model", async () => {
    await expect(estimateConversation("bidding", { input: { maxTurns: 0 } })).rejects.toMatchObject({
      code: "invalid-input",
    });
    await expect(estimateConversation("nonesuch")).rejects.toMatchObject({ code: "invalid-input" });
    await expect(estimateConversation("bidding", { context: { model: "gpt" } })).rejects.toMatchObject({
      code: "unknown-model",
    });
  });
});

describe("figures of the first turns", () => {
  /** Two calls in each turn, with prompts that grow by `growth` tokens a turn. */
  const calls = (turns: number, growth = 50) =>
    Array.from({ length: 2 * turns }, (_each, index) => {
      const turn = 1 + Math.floor(index / 2);
      return { turn, inputTokens: 100 + growth * turn, outputTokens: 7 };
    });
  const extended = (grows: boolean, growth?: number) =>
    extrapolate(calls(60, growth), { simulated: 60, turns: 240, grows });

  it("extend to a whole run, with prompts that grow as before", () => {
    const { calls: count, inputTokens, outputTokens } = extended(true);
    const whole = calls(240).reduce((sum, call) => sum + call.inputTokens, 0);
    expect([count, outputTokens]).toEqual([480, 3360]);
    expect(Math.abs(inputTokens / whole - 1)).toBeLessThan(0.02);
  });

  it("extend without growth if a memory limits the prompts", () => {
    const limited = extended(false).inputTokens;
    expect(limited).toBeLessThan(extended(true).inputTokens);
    expect(limited).toBeGreaterThan(calls(60).reduce((sum, call) => sum + call.inputTokens, 0) * 4);
    expect(extended(false, 0)).toEqual({ calls: 480, inputTokens: 48_000, outputTokens: 3360 });
  });

  it("are not extrapolated if all turns were simulated", () => {
    expect(extrapolate(calls(8), { simulated: 8, turns: 8, grows: true }).calls).toBe(16);
  });
});
