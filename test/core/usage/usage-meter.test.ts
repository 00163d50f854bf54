import { describe, expect, it } from "@jest/globals";
import { AIMessage, AIMessageChunk, HumanMessage } from "@langchain/core/messages";
import { nothingSpent } from "../../../src/core/usage/budget.js";
import { BudgetGuard, type Charge, ChargeJournal, TaskUsage } from "../../../src/core/usage/task-usage.js";
import { totalUsage } from "../../../src/core/usage/usage.js";
import { type SentCall, UsageMeter } from "../../../src/core/usage/usage-meter.js";

const payer = { purpose: "speech", participant: "Ann", model: "model" } as const;
const prompt = [new HumanMessage("Shall we build the bridge, or shall we keep the ferry? ".repeat(20))];
const answer = "The ferry is slow, and the bridge is dear, but we cross twice a day.";
/** The estimated tokens of the prompt and of the answer. */
const [sent, answered] = [309, 20];
const reserve = 100;

const withBudget = () => new TaskUsage(new BudgetGuard({ tokens: 1e6 }, {}, nothingSpent, () => 0));

const call = (account: TaskUsage, more: Partial<SentCall> = {}) =>
  new UsageMeter(account, { payer, prompt, reserve, ...more });

const say = (text: string, usage: unknown) => Object.assign(new AIMessage(text), { usage_metadata: usage });

const tokensIn = ({ usage }: TaskUsage) => {
  const { calls, uncounted, inputTokens, outputTokens } = totalUsage(usage);
  const { estimated = { inputTokens: 0, outputTokens: 0 } } = usage[0] ?? {};
  return { calls, uncounted, reported: [inputTokens, outputTokens], estimated: Object.values(estimated) };
};

describe("a call", () => {
  it("is charged an estimate of its prompt and a reserve for its answer when it is sent", () => {
    const account = withBudget();
    call(account);
    expect(tokensIn(account)).toEqual({ calls: 1, uncounted: 1, reported: [0, 0], estimated: [sent, reserve] });
  });

  it("is charged the tokens that the provider reports", () => {
    const account = withBudget();
    const meter = call(account);
    meter.count(say(answer, { input_tokens: 240, output_tokens: 900 }));
    meter.end();
    expect(tokensIn(account)).toEqual({ calls: 1, uncounted: 0, reported: [240, 900], estimated: [0, 0] });
    expect(account.usage[0]).not.toHaveProperty("estimated");
  });

  it.each([
    ["nothing", undefined],
    ["an empty object", {}],
    ["null", null],
    ["fields that are null", { input_tokens: null, output_tokens: null }],
    ["negative figures", { input_tokens: -240, output_tokens: -17 }],
    ["NaN", { input_tokens: Number.NaN, output_tokens: Number.NaN }],
    ["infinite figures", { input_tokens: Number.POSITIVE_INFINITY, output_tokens: 17 }],
    ["texts", { input_tokens: "240", output_tokens: "17" }],
    ["fractions", { input_tokens: 240.5, output_tokens: 17 }],
    ["no tokens", { input_tokens: 0, output_tokens: 0 }],
    ["far too few input tokens", { input_tokens: 1, output_tokens: 17 }],
    ["far too few output tokens", { input_tokens: 240, output_tokens: 1 }],
  ])("is charged the estimate if the provider reports %s", (_name, usage) => {
    const account = withBudget();
    const meter = call(account);
    meter.count(say(answer, usage));
    meter.end();
    expect(tokensIn(account)).toEqual({ calls: 1, uncounted: 1, reported: [0, 0], estimated: [sent, answered] });
  });

  it("adds up the figures of all chunks, and uses none of them if one is not a number", () => {
    const [honest, lying] = [withBudget(), withBudget()];
    for (const [account, last] of [
      [honest, 15],
      [lying, "15"],
    ] as const) {
      const meter = call(account);
      meter.count(Object.assign(new AIMessageChunk(""), { usage_metadata: { input_tokens: 240, output_tokens: 1 } }));
      meter.count(
        Object.assign(new AIMessageChunk(answer), { usage_metadata: { input_tokens: 0, output_tokens: last } }),
      );
      meter.end();
    }
    expect(tokensIn(honest)).toMatchObject({ uncounted: 0, reported: [240, 16] });
    expect(tokensIn(lying)).toMatchObject({ uncounted: 1, reported: [0, 0], estimated: [sent, answered] });
  });

  it("keeps its charge when it is cut off: the tokens that have arrived or, before the first, the reserve", () => {
    const [early, late] = [withBudget(), withBudget()];
    call(early).end();
    const meter = call(late);
    meter.count(new AIMessageChunk("The ferry"));
    meter.end();
    expect(tokensIn(early)).toMatchObject({ calls: 1, uncounted: 1, estimated: [sent, reserve] });
    expect(tokensIn(late)).toMatchObject({ calls: 1, uncounted: 1, estimated: [sent, 3] });
  });

  it("counts no tokens if the provider refuses it", () => {
    const account = withBudget();
    call(account).end(true);
    expect(tokensIn(account)).toMatchObject({ calls: 1, uncounted: 1, estimated: [0, 0] });
  });

  it("is neither charged again nor withdrawn after it has ended", () => {
    const account = withBudget();
    const meter = call(account);
    meter.count(say(answer, { input_tokens: 240, output_tokens: 17 }));
    meter.end();
    meter.count(say(answer, { input_tokens: 240, output_tokens: 17 }));
    meter.end();
    meter.withdraw();
    expect(tokensIn(account)).toMatchObject({ calls: 1, reported: [240, 17] });
  });

  it("has its reported tokens checked even without a budget, but is then not charged an estimate", () => {
    const account = new TaskUsage();
    const meter = call(account);
    meter.count(say(answer, { input_tokens: -240, output_tokens: 17 }));
    meter.end();
    expect(account.usage).toEqual([{ ...payer, calls: 1, uncounted: 1, inputTokens: 0, outputTokens: 0 }]);
  });

  it("is charged the tokens that a scripted model reports, even if they are implausibly few", () => {
    const account = withBudget();
    const meter = call(account, { isExact: true });
    expect(tokensIn(account).estimated).toEqual([0, 0]);
    meter.count(say(answer, { input_tokens: 1, output_tokens: 0 }));
    meter.end();
    expect(tokensIn(account)).toMatchObject({ uncounted: 0, reported: [1, 0] });
  });

  it("is charged over 30 tokens more with a schema and a tool call than without them", () => {
    const [plain, more] = [withBudget(), withBudget()];
    call(plain);
    const tool_calls = [{ id: "1", name: "search", args: { query: "ferry" } }];
    const exchange = new AIMessage({ content: "", tool_calls });
    call(more, { prompt: [...prompt, exchange], attach: () => ({ type: "object" }) });
    const difference = (tokensIn(more).estimated[0] ?? 0) - (tokensIn(plain).estimated[0] ?? 0);
    expect(difference).toBeGreaterThan(30);
  });

  it("is replaced by the calls that it makes, if it makes any", () => {
    const account = withBudget();
    const meter = call(account);
    const [inner] = meter.startInner([new HumanMessage("Search for ferries.")]);
    meter.startInner([new HumanMessage("Answer.")]);
    inner?.count(say("Here.", { input_tokens: 7, output_tokens: 2 }));
    inner?.end();
    meter.withdraw();
    meter.end();
    expect(tokensIn(account)).toMatchObject({ calls: 2, uncounted: 1, reported: [7, 2], estimated: [7, reserve] });
  });
});

describe("the answers to calls in flight", () => {
  const isAdmitted = (guard: BudgetGuard) => {
    try {
      guard.admit("model", false);
      return true;
    } catch {
      return false;
    }
  };

  it("do not keep other calls from starting, but the prompts of the calls in flight do", () => {
    const guard = new BudgetGuard({ tokens: 2000 }, {}, nothingSpent, () => 0);
    const account = new TaskUsage(guard);
    const admitted: boolean[] = [];
    for (let sent = 0; sent < 8; sent += 1) {
      admitted.push(isAdmitted(guard));
      call(account, { reserve: 4000 });
    }
    // Seven prompts exceed the budget.
    expect(admitted).toEqual([true, true, true, true, true, true, true, false]);
  });

  it("count once their calls have ended", () => {
    const guard = new BudgetGuard({ tokens: 2000 }, {}, nothingSpent, () => 0);
    const account = new TaskUsage(guard);
    const [silent, read] = [call(account, { reserve: 4000 }), call(account, { reserve: 4000 })];
    read.count(say(answer, { input_tokens: 240, output_tokens: 17 }));
    read.end();
    expect(isAdmitted(guard)).toBe(true);
    silent.end();
    expect(isAdmitted(guard)).toBe(false);
  });
});

describe("a journal", () => {
  function journaled(hasBudget = true) {
    const saved: Charge[] = [];
    const write = async (charge: Charge) => {
      if (journal.fails) throw new Error("the disk is full");
      saved.push(charge);
    };
    const journal = { fails: false, time: 0, saved };
    const guard = hasBudget ? new BudgetGuard({ tokens: 1e6 }, {}, nothingSpent, () => 0) : undefined;
    const account = new TaskUsage(guard, new ChargeJournal(write, () => journal.time));
    const sum = () => {
      const copy = new TaskUsage();
      for (const { rows } of saved) for (const row of rows) copy.count(row);
      return copy;
    };
    return { account, journal, sum };
  }

  it("saves a call before it is sent, with one write for all calls that are sent together", async () => {
    const { account, journal, sum } = journaled();
    const meters = [1, 2, 3].map(() => call(account));
    await Promise.all(meters.map((meter) => meter.saveSent()));
    expect(journal.saved).toHaveLength(1);
    expect(tokensIn(sum())).toMatchObject({ calls: 3, estimated: [3 * sent, 3 * reserve] });
  });

  it("keeps up with a long answer, and needs few writes for it", async () => {
    const { account, journal, sum } = journaled();
    const meter = call(account);
    await meter.saveSent();
    for (let words = 0; words < 2000; words += 1) {
      meter.count(new AIMessageChunk("ferry, "));
      await account.saveSent();
      expect(tokensIn(sum()).estimated[1]).toBeGreaterThanOrEqual(2 * (words + 1));
    }
    expect(journal.saved.length).toBeLessThan(10);
  });

  it("saves figures above the estimate immediately, and lower ones with the next call", async () => {
    const { account, sum } = journaled();
    const [dear, cheap] = [call(account), call(account)];
    await account.saveSent();
    dear.count(say(answer, { input_tokens: 240, output_tokens: 5000 }));
    dear.end();
    await new Promise(setImmediate);
    expect(tokensIn(sum()).reported).toEqual([240, 5000]);
    cheap.count(say(answer, { input_tokens: 240, output_tokens: 5 }));
    cheap.end();
    await new Promise(setImmediate);
    expect(tokensIn(sum()).reported).toEqual([240, 5000]);
    await call(account).saveSent();
    expect(tokensIn(sum()).reported).toEqual([480, 5005]);
  });

  it("stops a call that it cannot record, and includes that call and its time in the next write", async () => {
    const { account, journal, sum } = journaled();
    journal.fails = true;
    journal.time = 2000;
    await expect(call(account).saveSent()).rejects.toThrow("the disk is full");
    journal.fails = false;
    journal.time = 5000;
    await call(account).saveSent();
    expect(tokensIn(sum()).calls).toBe(2);
    expect(journal.saved.map(({ seconds }) => seconds)).toEqual([5]);
  });

  it("is written only when the step is cut off, and never after the run, if there is no budget", async () => {
    const { account, journal, sum } = journaled(false);
    await call(account).saveSent();
    expect(journal.saved).toEqual([]);
    await account.saveAll();
    expect(tokensIn(sum()).calls).toBe(1);
    account.close();
    call(account);
    await account.saveAll();
    expect(tokensIn(sum()).calls).toBe(1);
  });
});
