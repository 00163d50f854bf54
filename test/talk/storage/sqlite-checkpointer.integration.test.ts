import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { openCheckpointer } from "../../../src/talk/storage/open.js";
import { SqliteCheckpointer } from "../../../src/talk/storage/sqlite-checkpointer.js";
import { on, talkGraph } from "./talk.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-sqlite-"));
  file = join(folder, "talks.db");
});
afterEach(() => rm(folder, { recursive: true }));

const countIn = (checkpointer: SqliteCheckpointer, table: string) =>
  checkpointer.file.all<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)[0]?.count;

describe.each(["memory", "file"])("SQLite (%s)", (place) => {
  it("keeps the branches of a thread separate, and their origin unchanged", async () => {
    const checkpointer = await openCheckpointer(place === "file" ? file : place);
    const graph = talkGraph(checkpointer);
    await graph.invoke({ limit: 40 }, on("talk"));
    const snapshots = [];
    for await (const snapshot of graph.getStateHistory(on("talk"))) snapshots.push(snapshot);
    expect(snapshots).toHaveLength(82);
    for (const turn of [0, 5, 33, 39]) {
      const origin = snapshots.find(({ values, next }) => values.turn === turn && next[0] === "note");
      for (const mood of [`angry at ${turn}`, `sad at ${turn}`]) {
        const branch = await graph.updateState(origin?.config ?? {}, { mood }, turn === 0 ? "__start__" : "speak");
        const { messages, notes } = await graph.invoke(null, { ...on("talk"), ...branch });
        expect(messages.map(({ id }) => id)).toEqual(
          Array.from({ length: 40 }, (_each, index) => `${index < turn ? "calm" : mood}-${index + 1}`),
        );
        expect(notes.map(({ why }) => why.startsWith("calm"))).toEqual(messages.map((_message, index) => index < turn));
      }
    }
    for (const { config, values } of snapshots) expect((await graph.getState(config)).values).toEqual(values);
    await checkpointer.close();
  });
});

it("SQLite stores a message no more than twice, and a conversation in a fraction of the space of whole checkpoints", async () => {
  const checkpointer = new SqliteCheckpointer(file);
  const turns = 120;
  const state = await talkGraph(checkpointer).invoke({ limit: turns }, on("talk"));
  const copies = checkpointer.file.all<{ count: number }>(
    "SELECT count(*) AS count FROM contents WHERE text LIKE '%calm-17%'",
  );
  expect(copies).toEqual([{ count: 2 }]);
  expect((await talkGraph(checkpointer).getState(on("talk"))).values).toEqual(state);
  await checkpointer.close();
  const memory = new MemorySaver();
  await talkGraph(memory).invoke({ limit: turns }, on("talk"));
  const whole = Object.values(memory.storage["talk"]?.[""] ?? {}).reduce((sum, [bytes]) => sum + bytes.length, 0);
  expect((await stat(file)).size).toBeLessThan(whole / 8);
});

it("SQLite writes little when another checkpointer continues a long conversation", async () => {
  const first = new SqliteCheckpointer(file);
  await talkGraph(first).invoke({ limit: 120 }, on("talk"));
  await first.close();
  const second = new SqliteCheckpointer(file);
  const run = jest.spyOn(second.file, "run");
  await talkGraph(second).invoke({ limit: 121 }, on("talk"));
  const stored = run.mock.calls.filter(([sql]) => sql.startsWith("INSERT OR IGNORE INTO contents"));
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(80);
  await second.close();
});

it("the data in SQLite grows about as much in late turns as in early turns", async () => {
  const checkpointer = new SqliteCheckpointer(file);
  const graph = talkGraph(checkpointer);
  const sizes: number[] = [];
  for (const limit of [50, 100, 350, 400]) {
    await graph.invoke({ limit }, on("talk"));
    const [{ size = 0 } = {}] = checkpointer.file.all<{ size: number }>(
      "SELECT (SELECT sum(length(text)) FROM contents) + (SELECT sum(length(checkpoint)) FROM checkpoints) AS size",
    );
    sizes.push(size);
  }
  const [a = 0, b = 0, c = 0, d = 0] = sizes;
  expect((d - c) / (b - a)).toBeLessThan(1.5);
  await checkpointer.close();
});

it("SQLite stores nothing of a failed write, and everything on the next attempt", async () => {
  const checkpointer = new SqliteCheckpointer(file);
  const config = { configurable: { thread_id: "talk", checkpoint_ns: "", checkpoint_id: "1" } };
  const write = () => checkpointer.putWrites(config, [["notes", [{ text: "because ".repeat(30) }]]], "task");
  checkpointer.file.run("CREATE TRIGGER full BEFORE INSERT ON contents BEGIN SELECT RAISE(ABORT, 'no room'); END");
  for (const outcome of await Promise.allSettled([write(), write()]))
    expect(outcome).toMatchObject({ reason: { code: "storage-failed", details: { reason: "no room" } } });
  checkpointer.file.run("DROP TRIGGER full");
  expect([countIn(checkpointer, "contents"), countIn(checkpointer, "writes")]).toEqual([0, 0]);
  await write();
  expect([countIn(checkpointer, "contents"), countIn(checkpointer, "writes")]).toEqual([1, 1]);
  await checkpointer.close();
});

it("SQLite returns writes in the order of their task paths", async () => {
  const checkpointer = new SqliteCheckpointer(file);
  const saved = await checkpointer.put(
    { configurable: { thread_id: "talk" } },
    { v: 4, id: "1", ts: "", channel_values: {}, channel_versions: {}, versions_seen: {} },
    { source: "loop", step: 1, parents: {} },
  );
  await checkpointer.putWrites(saved, [["turn", "second"]], "a", "~2");
  await checkpointer.putWrites(saved, [["turn", "first"]], "b", "~1");
  await checkpointer.putWrites(saved, [["turn", "input"]], "c");
  const tuple = await checkpointer.getTuple(saved);
  expect(tuple?.pendingWrites?.map(([, , value]) => value)).toEqual(["input", "first", "second"]);
  await checkpointer.close();
});

it("deleteThread deletes only the given thread", async () => {
  const checkpointer = new SqliteCheckpointer(file);
  for (const name of ["one", "two"]) await talkGraph(checkpointer).invoke({ limit: 3 }, on(name));
  await checkpointer.deleteThread("one");
  expect(await checkpointer.getTuple(on("one"))).toBeUndefined();
  expect((await talkGraph(checkpointer).getState(on("two"))).values.messages).toHaveLength(3);
  await checkpointer.close();
});
