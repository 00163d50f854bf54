import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { openConversations } from "../../../src/talk/open-in-browser.js";
import { MemoryThreads } from "../../../src/talk/storage/memory/memory-threads.js";
import { openThreads } from "../../../src/talk/storage/open.js";
import type { ThreadQuery, ThreadRecord, Threads } from "../../../src/talk/storage/threads.js";
import { compileMode, inputFor } from "../../support/any-mode.js";
import { createHeldModel } from "../../support/held-model.js";
import { itHolds } from "../../support/property.js";
import { keepsConversations } from "../contracts/conversations.js";

describe("conversations in a browser's memory", () => {
  const { model, ...controls } = createHeldModel();
  keepsConversations({
    ...controls,
    open: () => openConversations("memory", { model, pollMs: 50 }),
    forksIntoOtherModes: true,
  });
});

it("in a browser, `openConversations` rejects files, PostgreSQL, an empty address and a queue", async () => {
  for (const address of ["talks.db", "postgres://localhost/talks", ""])
    await expect(openConversations(address)).rejects.toMatchObject({ code: "invalid-input" });
  await expect(openConversations("memory", { queue: true })).rejects.toMatchObject({ code: "invalid-input" });
});

const times = ["2031-05-04T12:00:00.000Z", "2031-05-04T12:00:00.001Z", "2031-05-05T12:00:00.000Z"];
const names = ["a", "B", "ä", "夜车", "😀", "\u{10ffff}", "｡", "a b", "talk-2", "talk-10"];
const owner = fc.constantFrom("ada", "bo", null);
const state = fc.constantFrom("ended", "running", "queued", "waiting", "failed") satisfies fc.Arbitrary<
  ThreadRecord["state"]
>;

const records: fc.Arbitrary<readonly ThreadRecord[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...names),
    mode: fc.constant("bidding"),
    title: fc.constantFrom(null, "Die Fähre", "The FERRY"),
    owner,
    input: fc.record({ topic: fc.constantFrom("Should the ferry be free?", "渡轮应该免费吗？") }),
    context: fc.constant({}),
    state,
    turn: fc.nat(9),
    createdAt: fc.constant(String(times[0])),
    updatedAt: fc.constantFrom(...times),
  }),
  { selector: ({ name }) => name },
);

const queries: fc.Arbitrary<ThreadQuery> = fc.record(
  {
    limit: fc.nat(5),
    after: fc.record({ name: fc.constantFrom(...names), updatedAt: fc.constantFrom(...times) }),
    search: fc.constantFrom("", "ferry", "FÄHRE", "免费", "talk 2", "o_e"),
    states: fc.array(fc.oneof(state, fc.constant("cut-off" as const))),
    owner,
  },
  { requiredKeys: [] },
);

async function fill(threads: Threads, saved: readonly ThreadRecord[], taken: readonly string[]) {
  for (const record of saved) await threads.save(record);
  for (const name of taken) await threads.take(name);
}

async function answersOf(threads: Threads, query: ThreadQuery): Promise<string> {
  const answers: unknown[] = [await threads.list(query)];
  for (const name of names) answers.push(await threads.find(name));
  for (const name of names.slice(0, 3)) await threads.remove(name);
  return JSON.stringify([...answers, await threads.list()], null, 1);
}

itHolds(
  "MemoryThreads lists the same threads as SQLite, in the same order",
  fc.asyncProperty(records, fc.subarray(names), queries, async (saved, taken, query) => {
    const [memory, sqlite] = [new MemoryThreads(), await openThreads("memory")];
    for (const threads of [memory, sqlite]) await fill(threads, saved, taken);
    const [seen, expected] = [await answersOf(memory, query), await answersOf(sqlite, query)];
    assert.equal(seen, expected);
    await sqlite.close();
  }),
  4,
);

it("MemoryThreads gives a thread to one holder at a time", async () => {
  const threads = new MemoryThreads();
  await threads.take("talk");
  await expect(threads.take("talk")).rejects.toMatchObject({ code: "thread-in-use" });
  await threads.release("talk");
  await threads.take("talk");
});

async function sizeAfter(turns: number): Promise<number> {
  const { checkpointer } = new MemoryThreads();
  const graph = compileMode("round-robin", { model: new RehearsalModel({ notice: false }) }, { checkpointer });
  const config = { configurable: { thread_id: "talk" }, recursionLimit: 10_000 };
  await graph.invoke(inputFor("round-robin", { maxTurns: turns }) as never, config);
  const texts = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string") texts.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(checkpointer.storage["talk"]);
  return [...texts].reduce((sum, text) => sum + text.length, 0);
}

it("a saved conversation takes memory in proportion to its length", async () => {
  const [short, long] = [await sizeAfter(20), await sizeAfter(80)];
  expect(long / short).toBeLessThan(5);
});
