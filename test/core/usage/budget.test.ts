import { describe, expect, it, jest } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { priceList } from "../../../src/core/usage/price-list.js";
import { totalUsage } from "../../../src/core/usage/usage.js";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { StopReason } from "../../../src/records/stop-reason.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import { allModes, compileMode, inputFor, type Mode } from "../../support/any-mode.js";
import { castOf, compileBidding } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const listedPrice = { input: 0.4, output: 1.6, cachedInput: 0.1 };

const plain = () => new ScriptedModel(plainAnswer);

const longInput = (mode: Mode, more: object) =>
  inputFor(mode, {
    maxTurns: 50,
    ...(mode === "group-chat"
      ? {
          stages: [
            { task: "present" },
            { task: "discuss", minRounds: 30, maxRounds: 30 },
            { task: "summarize" },
            { task: "decide" },
          ],
        }
      : {}),
    ...more,
  });

const budgetIn = (reason: StopReason | null) => (reason?.kind === "cut-short" ? reason.reason : reason);

const lastPurposes: Readonly<Record<Mode, ScriptedCall["purpose"]>> = {
  director: "reflect",
  "group-chat": "decide",
  supervisor: "sum-up",
};

const isLastWord = ({ request }: ScriptedCall) =>
  request.purpose === "reflect" ? request.intent === "close" : "isLast" in request && request.isLast === true;

describe.each(allModes)("a budget of calls in %s mode", (mode) => {
  it("is never exceeded, and the conversation always ends", async () => {
    for (const calls of [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 16, 23]) {
      const model = plain();
      const { stopReason, usage, messages, decisions } = await compileMode(mode, { model }).invoke(
        longInput(mode, { budget: { calls } }),
      );
      expect(model.calls.length).toBeLessThanOrEqual(calls);
      expect(totalUsage(usage).calls).toBe(model.calls.length);
      expect(stopReason).not.toBeNull();
      // Every chosen speaker speaks, unless the budget is very small.
      const speeches = messages.filter(({ id }) => /^turn-\d+$/.test(id ?? "")).length;
      if (calls > 4) expect(decisions).toHaveLength(speeches);
    }
  });

  it("ends the conversation with the mode's closing call and a stop reason that names the budget", async () => {
    const unlimited = plain();
    await compileMode(mode, { model: unlimited }).invoke(longInput(mode, {}));
    // A mode that ends by itself may make fewer than 24 calls.
    const calls = mode === "supervisor" ? 3 : Math.min(24, unlimited.calls.length - 1);
    const model = plain();
    const { stopReason, messages } = await compileMode(mode, { model }).invoke(longInput(mode, { budget: { calls } }));
    const last = model.calls.at(-1);
    expect(last?.purpose).toBe(lastPurposes[mode] ?? "speech");
    if (last?.purpose === "speech" || last?.purpose === "reflect") expect(isLastWord(last)).toBe(true);
    expect(model.calls.filter(isLastWord).length).toBeLessThanOrEqual(1);
    expect(budgetIn(stopReason)).toMatchObject({ kind: "budget", budget: "calls" });
    expect(messages.length).toBeGreaterThan(1);
  });
});

describe("a budget", () => {
  const names = ["Ann", "Bea", "Cid"];
  const input = { topic: "Tea?", participants: castOf(...names), maxTurns: 50, seed: 5 };

  it("puts its limit and the amount spent into the stop reason", async () => {
    const { stopReason } = await compileBidding({ model: plain() }).invoke({ ...input, budget: { calls: 22 } });
    // A turn makes four calls. After the fourth turn, six calls are left: enough for exactly one more turn.
    expect(stopReason).toEqual({ kind: "budget", turn: 5, budget: "calls", limit: 22, spent: 20 });
  });

  it("does not expect each turn to cost as much as the preparation", async () => {
    const input = inputFor("round-robin", { prepare: true });
    const { usage } = await compileMode("round-robin", { model: plain() }).invoke(input);
    const budget = { calls: totalUsage(usage).calls };
    const limited = await compileMode("round-robin", { model: plain() }).invoke({ ...input, budget });
    expect(limited).toMatchObject({ turn: 6, stopReason: { kind: "turns" } });
  });

  it("is exceeded by no more than the calls in flight if it limits tokens", async () => {
    for (let tokens = 20; tokens < 600; tokens += 37) {
      const model = plain();
      const { usage, stopReason } = await compileBidding({ model }).invoke({ ...input, budget: { tokens } });
      const { inputTokens, outputTokens } = totalUsage(usage);
      const costliestTurn = 10 + "Ann speaks for the 99. time.".length;
      expect(inputTokens + outputTokens).toBeLessThan(tokens + names.length * costliestTurn);
      expect(stopReason).toMatchObject({ kind: "budget", budget: "tokens", limit: tokens });
    }
  });

  it("can have prices for at most 100 models, and input with more is rejected", async () => {
    const priced = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_each, at) => [`model ${at}`, { input: 1, output: 1 }]));
    const graph = createBidding({ model: plain() }).compile();
    const { prices } = await graph.invoke({ ...longInput("bidding", { maxTurns: 1 }), prices: priced(100) });
    expect(Object.keys(prices)).toHaveLength(100);
    await expect(graph.invoke({ ...longInput("bidding", {}), prices: priced(101) })).rejects.toMatchObject({
      code: "invalid-input",
      message: "prices: must have at most 100 entries",
    });
  });

  it("uses the models' prices if it limits money, and is rejected without them", async () => {
    const graph = compileBidding({ model: plain() });
    const prices = { scripted: { input: 1000, output: 2000 } };
    const { stopReason } = await graph.invoke({ ...input, prices, budget: { money: 0.6 } });
    expect(stopReason).toMatchObject({ kind: "budget", budget: "money", limit: 0.6 });
    expect((stopReason as { spent: number }).spent).toBeGreaterThan(0.3);
    await expect(graph.invoke({ ...input, budget: { money: 0.6 } })).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("prices: a money budget needs the price of “scripted”, which is not in"),
    });
  });

  it("uses the price list for a known model if it limits money, unless the input has another price", async () => {
    const known = () => Object.assign(plain(), { model: "gpt-4.1-mini" });
    const talk = { ...input, maxTurns: 2, budget: { money: 0.6 } };
    const listed = await compileBidding({ model: known() }).invoke(talk);
    expect(listed.prices).toEqual({ "gpt-4.1-mini": { ...listedPrice, listedOn: priceList.date } });
    expect(listed.spending?.atCheck.money).toBeGreaterThan(0);
    const own = { "gpt-4.1-mini": { input: 1, output: 2 } };
    expect((await compileBidding({ model: known() }).invoke({ ...talk, prices: own })).prices).toEqual(own);
    expect((await compileBidding({ model: known() }).invoke({ ...talk, budget: {} })).prices).toEqual({});
  });

  it.each(["decide", "sharpen-topic", "describe-participant"])(
    "prices a model that is used only for the purpose %s",
    async (purpose) => {
      const known = Object.assign(plain(), { model: "gpt-4.1-mini" });
      const graph = compileMode("group-chat", { model: plain(), models: { byPurpose: { [purpose]: known } } });
      const { prices } = await graph.invoke(
        inputFor("group-chat", {
          ...{ topic: "The bridge", prepare: true, budget: { money: 5 } },
          prices: { scripted: { input: 1, output: 2 } },
        }),
      );
      expect(known.calls.length).toBeGreaterThan(0);
      expect(prices).toMatchObject({ "gpt-4.1-mini": listedPrice });
    },
  );

  it("lets a participant join only with a model that has a price, if it limits money", async () => {
    const models = { byName: { known: Object.assign(plain(), { model: "gpt-4.1" }), unknown: plain() } };
    const conversations = await openConversations("memory", { models });
    const ended = async () => {
      for await (const event of conversations.follow(thread))
        if (event.type === "status" && event.status !== "running") return;
    };
    const { thread } = await conversations.start("bidding", {
      input: { ...input, maxTurns: 1, budget: { money: 5 } },
      context: { model: "known" },
    });
    await ended();
    for (const [name, model] of Object.entries({ Dan: "known", Eve: "unknown" }))
      await conversations.control(thread, { add: { name, model } });
    await conversations.start("bidding", { thread });
    await ended();
    const { state } = await conversations.read(thread);
    expect(state.controls?.map(({ refusal }) => refusal?.code)).toEqual([undefined, "no-price"]);
    expect(Object.keys(state["prices"] as object)).toEqual(["gpt-4.1"]);
    await conversations.close();
  });

  it("rejects a resumed run with an unpriced model if it limits money", async () => {
    const refusing = new ScriptedModel((call) =>
      call.purpose === "speech" ? Object.assign(new Error("no"), { status: 400 }) : plainAnswer(call),
    );
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "priced" } };
    const priced = { ...input, prices: { scripted: { input: 1, output: 2 } }, budget: { money: 0.6 } };
    await expect(createBidding({ model: refusing }).compile({ checkpointer }).invoke(priced, config)).rejects.toThrow();
    const other = Object.assign(plain(), { model: "unpriced" });
    await expect(createBidding({ model: other }).compile({ checkpointer }).invoke(null, config)).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("“unpriced”"),
    });
    expect(other.calls).toEqual([]);
  });

  it("ends the conversation before a turn that would exceed its seconds", async () => {
    let now = 500;
    // `clock` goes back by a minute each time it is read, which must have no effect.
    let date = Date.parse("2031-05-04T12:00:00.000Z");
    const clock = () => {
      date -= 60_000;
      return new Date(date);
    };
    const time = jest.spyOn(performance, "now").mockImplementation(() => now);
    const model = new ScriptedModel((call) => {
      now += call.purpose === "speech" ? 2000 : 0;
      return plainAnswer(call);
    });
    const graph = compileBidding({ model, clock });
    const { stopReason } = await graph.invoke({ ...input, budget: { seconds: 9 } });
    time.mockRestore();
    expect(stopReason).toEqual({ kind: "budget", turn: 4, budget: "seconds", limit: 9, spent: 8 });
  });

  it("counts estimated tokens if the provider reports none", async () => {
    const model = new ScriptedModel((call) => new AIMessage(plainAnswer(call)));
    const { usage, stopReason } = await compileBidding({ model }).invoke({ ...input, budget: { tokens: 5000 } });
    expect(totalUsage(usage)).toMatchObject({ inputTokens: 0, uncounted: model.calls.length });
    expect(usage.every(({ estimated }) => (estimated?.inputTokens ?? 0) > 100)).toBe(true);
    expect(stopReason).toMatchObject({ kind: "budget", budget: "tokens" });
  });

  it("applies to one run: a resumed run gets what is left, and the thread's next run gets the full budget", async () => {
    let isBroken = true;
    const model = new ScriptedModel((call) =>
      isBroken && call.purpose === "speech" && call.index === 1 && call.participant === "Ann"
        ? Object.assign(new Error("no access"), { status: 401 })
        : plainAnswer(call),
    );
    const graph = createBidding({ model }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "budgeted" } };
    await expect(graph.invoke({ ...input, budget: { calls: 14 } }, config)).rejects.toMatchObject({
      code: "model-call-failed",
    });
    isBroken = false;
    const first = await graph.invoke(null, config);
    // The failed call of the first attempt counts towards the amount spent.
    expect(first.stopReason).toMatchObject({ kind: "budget", spent: 13, turn: 3 });
    const second = await graph.invoke({}, config);
    expect(second.stopReason).toMatchObject({ kind: "budget", spent: 12, turn: 6 });
  });

  it("makes the summary prompt list every task as not done if it is too small for any task", async () => {
    const model = plain();
    const { stopReason } = await compileMode("supervisor", { model }).invoke(
      inputFor("supervisor", { budget: { calls: 2 } }),
    );
    const summary = model.calls.at(-1);
    expect(summary?.purpose).toBe("sum-up");
    expect(summary?.messages[1]?.text.match(/the budget was used up/g)).toHaveLength(3);
    expect(stopReason).toMatchObject({ kind: "budget", budget: "calls" });
  });

  it("is not the stop reason of a meeting that completed all its stages", async () => {
    const model = plain();
    const { stopReason } = await compileMode("group-chat", { model }).invoke(
      inputFor("group-chat", { budget: { calls: 6 } }),
    );
    expect(model.calls.map(({ purpose }) => purpose)).toEqual(["speech", "speech", "judge-round", "speech", "decide"]);
    expect(stopReason).toMatchObject({ kind: "stages" });
  });

  it("makes the supervisor leave tasks undone to keep a call for the summary", async () => {
    const model = plain();
    const { stopReason, results, summary } = (await compileMode("supervisor", { model }).invoke(
      inputFor("supervisor", { budget: { calls: 3 } }),
    )) as unknown as { stopReason: StopReason; results: { outcome: string; reason: string }[]; summary: string };
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "failed", "failed"]);
    expect(results[1]?.reason).toBe("the budget was used up");
    expect(stopReason).toMatchObject({ kind: "budget", budget: "calls", limit: 3 });
    expect(summary).not.toBe("");
  });
});
