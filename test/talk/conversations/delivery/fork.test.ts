import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { InMemoryStore } from "@langchain/langgraph";
import { createRoundRobin } from "../../../../src/graph/modes/round-robin/round-robin.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { fork } from "../../../../src/talk/conversations/delivery/fork.js";
import { interject } from "../../../../src/talk/conversations/delivery/interject.js";
import { isOutline } from "../../../../src/talk/storage/contents/outline.js";
import { SqliteCheckpointer } from "../../../../src/talk/storage/sqlite-checkpointer.js";
import { SqliteFile } from "../../../../src/talk/storage/sqlite-file.js";
import { allModes, compileMode, inputFor } from "../../../support/any-mode.js";
import { plainAnswer } from "../../../support/plain-answers.js";

const thread = (thread_id: string) => ({ configurable: { thread_id }, recursionLimit: 10_000 });
type Thread = ReturnType<typeof thread>;
type Threads = [Thread, Thread, Thread];
const turns = { short: 40, long: 160 };
type Name = keyof typeof turns;

let checkpointer: SqliteCheckpointer;
beforeEach(() => {
  checkpointer = new SqliteCheckpointer(":memory:");
});
afterEach(async () => {
  delete process.env["OPENAI_API_KEY"];
  jest.restoreAllMocks();
  await checkpointer.close();
});

const isOfOrigin = (configurable: Readonly<Record<string, unknown>>) => configurable["thread_id"] === "long";

const graphOf = () =>
  createRoundRobin({ model: new ScriptedModel(({ turn }) => `Turn ${turn} is ${"long ".repeat(20)}.`) }).compile({
    checkpointer,
  });

async function costOf(name: Name, turn: number): Promise<{ reads: number; writes: number }> {
  const all = SqliteFile.prototype.all;
  const run = SqliteFile.prototype.run;
  const cost = { reads: 0, writes: 0 };
  const reading = jest.spyOn(SqliteFile.prototype, "all").mockImplementation(function (this: SqliteFile, ...given) {
    const rows = all.apply(this, given);
    cost.reads += rows.length;
    return rows as never;
  });
  const writing = jest.spyOn(SqliteFile.prototype, "run").mockImplementation(function (this: SqliteFile, ...given) {
    cost.writes += 1;
    run.apply(this, given);
  });
  await fork(graphOf(), thread(name), thread(`${name} at ${turn}`), { turn });
  for (const spy of [reading, writing]) spy.mockRestore();
  return cost;
}

it("a fork from an early turn costs no more in a long conversation than in a short one", async () => {
  const graph = graphOf();
  for (const name of ["short", "long"] as const) await graph.invoke({ maxTurns: turns[name], seed: 1 }, thread(name));
  const [short, long] = [await costOf("short", 5), await costOf("long", 5)];
  expect(short.reads).toBeGreaterThan(20);
  expect(long.reads).toBe(short.reads);
  expect(long.writes).toBeLessThanOrEqual(short.writes);
});

it("a fork costs less than six times as much if it copies four times as many turns", async () => {
  const graph = graphOf();
  for (const name of ["short", "long"] as const) await graph.invoke({ maxTurns: turns[name], seed: 1 }, thread(name));
  for (const share of [0.5, 0.9]) {
    const [short, long] = [await costOf("short", turns.short * share), await costOf("long", turns.long * share)];
    // The search may take more steps in a longer conversation, so reads may grow by well over a factor of four.
    expect(long.reads).toBeLessThan(6 * short.reads);
    expect(long.writes).toBeLessThan(5 * short.writes);
  }
});

it("a fork from the middle of a conversation reads few states, and only one of them with its lists", async () => {
  const graph = graphOf();
  await graph.invoke({ maxTurns: turns.long, seed: 1 }, thread("long"));
  const listing = jest.spyOn(SqliteCheckpointer.prototype, "list");
  await fork(graph, thread("long"), thread("fork"), { turn: turns.long / 2 });
  const reads = listing.mock.calls.map(([{ configurable = {} }]) => configurable).filter(isOfOrigin);
  expect(reads.length).toBeLessThan(12);
  expect(reads.filter((configurable) => !isOutline(configurable))).toHaveLength(1);
  const { values } = await graph.getState(thread("fork"));
  expect(values.messages).toHaveLength(turns.long / 2 + 1);
});

it("a fork can be forked at the turn from which it starts, before and after it continues, but not at an earlier turn", async () => {
  const graph = graphOf();
  const { messages } = await graph.invoke({ maxTurns: 4, seed: 1 }, thread("origin"));
  const texts = messages.map(({ text }) => text);
  for (const first of [0, 2]) {
    const copy = `copy ${first}`;
    await fork(graph, thread("origin"), thread(copy), { turn: first });
    await fork(graph, thread(copy), thread(`${copy}, before`), { turn: first });
    await graph.invoke(null, thread(copy));
    await fork(graph, thread(copy), thread(`${copy}, after`), { turn: first });
    for (const name of [`${copy}, before`, `${copy}, after`])
      expect((await graph.invoke(null, thread(name))).messages.map(({ text }) => text)).toEqual(texts);
  }
  await expect(fork(graph, thread("copy 2"), thread("none"), { turn: 1 })).rejects.toThrow(
    "turn: must be at least 2; the thread “copy 2” has no earlier turn to continue from",
  );
});

it("a fork finds the saved turns, even if an earlier run saved only its last state", async () => {
  const graph = graphOf();
  await graph.invoke({ maxTurns: 6, seed: 1 }, { ...thread("gap"), durability: "exit" });
  const whole = await graph.invoke({ maxTurns: 6 }, thread("gap"));
  for (const turn of [6, 7, 9, 11, 12]) {
    await fork(graph, thread("gap"), thread(`gap ${turn}`), { turn });
    const { messages } = (await graph.getState(thread(`gap ${turn}`))).values;
    expect(messages).toEqual(whole.messages.slice(0, turn + 1));
  }
  await expect(fork(graph, thread("gap"), thread("none"), { turn: 13 })).rejects.toThrow(
    "turn: must be a turn up to 12",
  );
});

it("a fork from the last turn repeats the check that ended the conversation, even if that check was interrupted", async () => {
  const cancel = new AbortController();
  let judged = 0;
  const model = new ScriptedModel(({ purpose }) => {
    judged += Number(purpose === "judge-agreement");
    if (judged === 1) cancel.abort();
    return purpose === "judge-agreement" ? JSON.stringify({ agreed: true, on: "the bridge" }) : "I agree.";
  });
  const graph = createRoundRobin({ model }).compile({ checkpointer, store: new InMemoryStore() });
  const input = { maxTurns: 6, seed: 1, stopping: { agreement: { every: 1 } } };
  await expect(graph.invoke(input, { ...thread("talk"), signal: cancel.signal })).rejects.toThrow(/abort/i);
  await interject(graph, thread("talk"), "And the fog?", { now: true });
  const { stopReason, turn } = await graph.invoke(null, thread("talk"));
  expect({ stopReason, turn }).toMatchObject({ stopReason: { kind: "agreement" }, turn: 1 });
  await fork(graph, thread("talk"), thread("fork"), { turn: 1 });
  expect(await graph.invoke(null, thread("fork"))).toMatchObject({ stopReason: { kind: "agreement" }, turn: 1 });
  await fork(graph, thread("talk"), thread("on"), { turn: 1, changes: { stopping: {}, maxTurns: 3 } });
  expect(await graph.invoke(null, thread("on"))).toMatchObject({ stopReason: { kind: "turns" }, turn: 3 });
});

it("a fork continues with a key of its original as with any other key", async () => {
  const graph = graphOf();
  const keyed = (name: string) => ({ ...thread(name), context: { idempotencyKey: "job-1" } });
  await graph.invoke({ maxTurns: 2, seed: 1 }, keyed("origin"));
  await fork(graph, thread("origin"), thread("fork"), { turn: 2 });
  await graph.invoke(null, thread("fork"));
  expect(await graph.invoke({ maxTurns: 1 }, keyed("fork"))).toMatchObject({ turn: 3 });
  expect(await graph.invoke({ maxTurns: 1 }, keyed("fork"))).toMatchObject({ turn: 3 });
});

it("a fork that adds a money budget knows the list prices of the models used so far and of the cast's models", async () => {
  process.env["OPENAI_API_KEY"] = "none";
  const model = Object.assign(new ScriptedModel(plainAnswer), { model: "gpt-4.1-mini" });
  const graph = createRoundRobin({ model }).compile({ checkpointer });
  const participants = [{ name: "Ann" }, { name: "Ben" }, { name: "Cid", model: "openai:gpt-4.1-nano" }];
  await graph.invoke({ maxTurns: 2, seed: 1, participants }, thread("origin"));
  await fork(graph, thread("origin"), thread("fork"), { turn: 1, changes: { budget: { money: 1 } } });
  const { prices } = (await graph.getState(thread("fork"))).values;
  expect(Object.keys(prices).sort()).toEqual(["gpt-4.1-mini", "openai:gpt-4.1-nano"]);
  expect(await graph.invoke(null, thread("fork"))).toMatchObject({ turn: 2, stopReason: { kind: "turns" } });
  const own = { "gpt-4.1-mini": { input: 1, output: 2 } };
  const changes = { budget: { money: 1 }, prices: own };
  await fork(graph, thread("origin"), thread("priced"), { turn: 1, changes });
  expect((await graph.getState(thread("priced"))).values.prices).toMatchObject(own);
});

it.each(["bidding", "director", "round-robin"])(
  "a fork from the last turn continues with a higher limit: %s",
  async (mode) => {
    const graph = compileMode(mode, { model: new ScriptedModel(plainAnswer) }, { checkpointer });
    await graph.invoke(inputFor(mode, { maxTurns: 5 }), thread("whole"));
    await graph.invoke(inputFor(mode, { maxTurns: 3 }), thread("short"));
    await fork(graph, thread("short"), thread("longer"), { turn: 3, changes: { maxTurns: 5 } });
    const textsOf = ({ messages }: { readonly messages: readonly { readonly text: string }[] }) =>
      messages.map(({ text }) => text);
    const longer = await graph.invoke(null, thread("longer"));
    expect(textsOf(longer)).toEqual(textsOf((await graph.getState(thread("whole"))).values));
  },
);

it.each(allModes)("a fork from the first or the last turn can itself be forked there: %s", async (mode) => {
  const graph = compileMode(mode, { model: new ScriptedModel(plainAnswer) }, { checkpointer });
  const origin = await graph.invoke(inputFor(mode, { maxTurns: 1 }), thread("origin"));
  const { turn: last, messages, stopReason, stopDraws } = origin;
  for (const turn of [0, last]) {
    const [first, before, after] = [`${turn}`, `${turn}, before`, `${turn}, after`].map(thread) as Threads;
    await fork(graph, thread("origin"), first, { turn });
    await fork(graph, first, before, { turn });
    await graph.invoke(null, first);
    await fork(graph, first, after, { turn });
    for (const copy of [before, after])
      expect(await graph.invoke(null, copy)).toMatchObject({ turn: last, messages, stopReason, stopDraws });
  }
});
