import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import pg from "pg";
import { createApp } from "../../../src/apps/web/app.js";
import { conversationFormat } from "../../../src/core/state/saved-conversation.js";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import { inboxOf } from "../../../src/graph/inbox/inbox.js";
import { LocalConversations } from "../../../src/talk/conversations/local/local-conversations.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import { databaseVersion } from "../../../src/talk/storage/database-version.js";
import { openThreads } from "../../../src/talk/storage/open.js";
import { SqliteThreads } from "../../../src/talk/storage/sqlite-threads.js";
import type { ThreadRecord, Threads } from "../../../src/talk/storage/threads.js";
import { renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { rostrum } from "../../apps/cli/captured-io.js";
import { inputFor } from "../../support/any-mode.js";
import { damage } from "../../support/damaged-file.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { itHolds } from "../../support/property.js";
import { isStatus, until } from "../contracts/conversations.js";
import { fixtureOf, readFixture, versionsOf } from "./fixtures.js";
import { checkpointOf, modeOptions } from "./saved-today.js";

let folder: string;
let postgres: Postgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-places-"));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** `prefix`: the prefix of the table names. */
interface Place {
  readonly prefix: string;
  readonly storage: Threads;
  readonly run: (sql: string, ...values: readonly string[]) => Promise<unknown>;
}

let count = 0;

async function openPlace(kind: string): Promise<Place> {
  if (kind === "postgres") {
    const address = await postgres.createDatabase();
    const storage = await openThreads(address);
    const client = new pg.Client(address);
    await client.connect();
    const close = storage.close.bind(storage);
    storage.close = async () => {
      await client.end();
      await close();
    };
    return { prefix: "rostrum_", storage, run: (sql, ...values) => client.query(sql, [...values]) };
  }
  count += 1;
  const storage = new SqliteThreads(kind === "memory" ? ":memory:" : join(folder, `place-${count}.db`));
  const run = async (sql: string, ...values: readonly string[]) =>
    storage.checkpointer.file.run(sql.replaceAll(/\$\d/g, "?"), ...values);
  return { prefix: "", storage, run };
}

/** Stores a fixture's record and state unchanged. */
async function put({ prefix, storage, run }: Place, record: object, state: unknown): Promise<void> {
  const { name } = record as { name: string };
  await storage.save(record as ThreadRecord);
  await run(`UPDATE ${prefix}threads SET record = $1 WHERE name = $2`, JSON.stringify(record), name);
  const checkpoint = await checkpointOf(state);
  // Any step number will do, because the thread has no other checkpoint.
  const metadata = { source: "loop", step: 10, parents: {} } as const;
  const config = { configurable: { thread_id: name, checkpoint_ns: "" } };
  await storage.checkpointer.put(config, checkpoint, metadata, checkpoint.channel_versions);
}

const open = ({ storage }: Place) => new LocalConversations(storage, modeOptions());

const recordOf = (mode: string) =>
  (readFixture("thread", 1) as { name: string }[]).find(({ name }) => name === mode) as object;

describe.each(["memory", "sqlite", "postgres"])("saved conversations in %s", (kind) => {
  describe.each(versionsOf("conversation"))("a conversation of version %i", (version) => {
    const savedModes = Object.keys(readFixture("conversation", version));

    it.each(savedModes)("is listed, shown and continued in %s mode", async (mode) => {
      const place = await openPlace(kind);
      const saved = readFixture("conversation", version)[mode];
      await put(place, recordOf(mode), saved);
      const conversations = open(place);
      expect((await conversations.list()).conversations).toMatchObject([{ thread: mode, mode, status: "ended" }]);
      const { state, status } = await conversations.read(mode);
      expect([status, state.turn]).toEqual(["ended", saved.turn]);
      expect(renderMarkdown(await conversations.transcript(mode))).toContain("Shall we build the bridge?");
      const events = await until(conversations.follow(mode), isStatus("ended"));
      expect(events.slice(0, -1)).toEqual(historyOf(state));
      await conversations.interject(mode, "And the tunnel?");
      await conversations.start(mode, { thread: mode, input: { maxTurns: 1, budget: {}, prices: {}, memory: {} } });
      await until(conversations.follow(mode), isStatus("ended"));
      const after = (await conversations.read(mode)).state;
      expect(after).toMatchObject({ formatVersion: conversationFormat.version });
      expect(after.scenes).toHaveLength((state.scenes?.length ?? 0) + 1);
      expect(historyOf(after).slice(0, events.length - 1)).toEqual(events.slice(0, -1));
      await conversations.close();
    });
  });

  describe("a conversation of a newer Rostrum", () => {
    const name = "round-robin";
    const refused = {
      code: "unreadable-save",
      details: { kind: "conversation", name, fault: "newer-version", version: 99, reads: conversationFormat.version },
      message: expect.stringMatching(/“round-robin” was saved by a newer Rostrum.* Update Rostrum$/),
    };
    let place: Place;
    let conversations: LocalConversations;
    beforeEach(async () => {
      place = await openPlace(kind);
      const newer = { ...readFixture("conversation", 1)[name], formatVersion: 99 };
      await put(place, { ...recordOf(name), state: "stopped" }, newer);
      conversations = open(place);
    });
    afterEach(() => conversations.close());

    it("is rejected by every operation that reads its state, stays unchanged, and can be removed", async () => {
      const before = await place.storage.checkpointer.getTuple({ configurable: { thread_id: name } });
      const followed = async () => {
        for await (const event of conversations.follow(name)) return event;
        return undefined;
      };
      const operations: Readonly<Record<string, () => Promise<unknown>>> = {
        read: () => conversations.read(name),
        follow: followed,
        transcript: () => conversations.transcript(name),
        prompts: () => conversations.prompts(name, 1),
        resume: () => conversations.resume(name),
        answer: () => conversations.answer(name, "Yes."),
        fork: () => conversations.fork(name, { turn: 1 }),
        interject: () => conversations.interject(name, "And the tunnel?"),
        "interject now": () => conversations.interject(name, "And the tunnel?", { now: true }),
        control: () => conversations.control(name, { mute: "Bea" }),
      };
      for (const [operation, act] of Object.entries(operations))
        await expect(act().catch((error) => ({ operation, ...error, message: error.message }))).resolves.toMatchObject({
          operation,
          ...refused,
        });
      await place.storage.save({ ...(await place.storage.find(name)), state: "ended" } as never);
      await expect(conversations.start(name, { thread: name, input: {} })).rejects.toMatchObject(refused);
      expect(await place.storage.checkpointer.getTuple({ configurable: { thread_id: name } })).toEqual(before);
      expect(await place.storage.find(name)).toMatchObject({ state: "ended" });
      await conversations.remove(name);
      expect((await conversations.list()).conversations).toEqual([]);
    });

    it("is rejected by the web page's server in the reader's language", async () => {
      const app = createApp(conversations);
      const answer = await app.request(`/api/conversations/${name}?lang=zh`, { headers: { host: "localhost" } });
      expect([answer.status, await answer.json()]).toMatchObject([
        500,
        { code: "unreadable-save", message: expect.stringMatching(/由更新版本的 Rostrum 保存.*请更新 Rostrum$/) },
      ]);
    });
  });

  it("a thread record of a newer Rostrum is rejected with an error that names the thread, until the thread is removed", async () => {
    const place = await openPlace(kind);
    await put(place, { ...recordOf("bidding"), version: 99, state: 5 }, readFixture("conversation", 1).bidding);
    const conversations = open(place);
    const details = { kind: "thread", name: "bidding", fault: "newer-version", version: 99, reads: 1 };
    for (const act of [() => conversations.list(), () => conversations.read("bidding")])
      await expect(act()).rejects.toMatchObject({ code: "unreadable-save", details });
    await conversations.remove("bidding");
    expect((await conversations.list()).conversations).toEqual([]);
    await conversations.close();
  });

  it("a message of a newer Rostrum is recorded as unusable, and the conversation continues", async () => {
    const place = await openPlace(kind);
    await put(place, recordOf("bidding"), readFixture("conversation", 1).bidding);
    const inbox = inboxOf("bidding");
    await place.storage.inbox.put(inbox, "newer", { version: 99, text: "Hm.", control: { next: "Bea" } });
    await place.storage.inbox.put(inbox, "odd", { version: "x", text: "Hm." });
    for (const [index, saved] of readFixture("inbox", 1).entries())
      await place.storage.inbox.put(inbox, `${index}`, saved);
    const conversations = open(place);
    await conversations.start("bidding", { thread: "bidding", input: { maxTurns: 1 } });
    await until(conversations.follow("bidding"), isStatus("ended"));
    const { interjections = [], controls = [] } = (await conversations.read("bidding")).state;
    const problems = interjections.filter(({ id }) => ["newer", "odd"].includes(id)).map(({ problem }) => problem);
    expect(problems).toEqual(["unknown-version", "unknown-version"]);
    expect(interjections.some(({ text, problem }) => text === "And the tunnel?" && problem === null)).toBe(true);
    expect(controls.some(({ control }) => control && "unmute" in control)).toBe(true);
    await conversations.close();
  });
});

describe.each(versionsOf("database"))("a SQLite file of version %i", (version) => {
  it("is read, and its waiting conversation continues", async () => {
    const file = join(folder, `version-${version}.db`);
    await copyFile(fixtureOf("database", version), file);
    const storage = new SqliteThreads(file);
    const conversations = new LocalConversations(storage, modeOptions());
    expect((await conversations.list()).conversations.map(({ thread, status }) => [thread, status])).toEqual([
      ["waiting", "waiting"],
      ["round-robin", "ended"],
    ]);
    expect((await storage.list({ search: "ROBIN", states: ["ended"] })).map(({ name }) => name)).toEqual([
      "round-robin",
    ]);
    expect((await conversations.transcript("round-robin")).messages.length).toBeGreaterThan(8);
    await conversations.answer("waiting", "I say yes.");
    await until(conversations.follow("waiting"), isStatus("waiting", "ended"));
    expect((await conversations.transcript("waiting")).messages.map(({ text }) => text)).toContain("I say yes.");
    await conversations.close();
  });
});

describe("a database", () => {
  const details = { kind: "database", fault: "newer-version", version: 99, reads: databaseVersion };

  it("is rejected before it is changed if a newer Rostrum saved it (SQLite, and the command line)", async () => {
    const file = join(folder, "newer.db");
    await copyFile(fixtureOf("database", 2), file);
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 99");
    database.close();
    const before = await readFile(file);
    await expect(openThreads(file)).rejects.toMatchObject({
      code: "unreadable-save",
      details: { ...details, name: file },
    });
    const { status, stderr } = await rostrum(["threads", "--db", file]);
    expect([status, stderr.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringMatching(/rostrum: the database “.*newer\.db” was saved by a newer Rostrum.*Update Rostrum/),
    ]);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it("is rejected before it is changed if a newer Rostrum saved it (PostgreSQL)", async () => {
    const address = await postgres.createDatabase();
    await (await openThreads(address)).close();
    await postgres.query(address, "UPDATE rostrum_version SET version = 99; DROP TABLE rostrum_inbox");
    const refused = {
      code: "unreadable-save",
      details: { ...details, name: expect.stringMatching(/^PostgreSQL 127/) },
    };
    await expect(openThreads(address)).rejects.toMatchObject(refused);
    expect(await postgres.query(address, "SELECT to_regclass('rostrum_inbox') AS inbox")).toEqual([{ inbox: null }]);
  });

  it("gets the columns by which threads are listed if it has version 3 (PostgreSQL)", async () => {
    const address = await postgres.createDatabase();
    const before = await openThreads(address);
    const records = readFixture("thread", 1) as ThreadRecord[];
    for (const record of records) await before.save(record);
    const listed = await before.list();
    await before.close();
    const columns = ["state", "updated", "search", "owned_by"].map((column) => `DROP COLUMN ${column}`).join(", ");
    await postgres.query(address, `ALTER TABLE rostrum_threads ${columns}; UPDATE rostrum_version SET version = 3`);
    await postgres.query(address, "INSERT INTO rostrum_threads (name, record) VALUES ('damaged', '{')");
    const threads = await openThreads(address);
    expect(await threads.list({ limit: records.length })).toEqual(listed);
    expect((await threads.list({ search: "BIDDING", states: ["ended"] })).map(({ name }) => name)).toEqual(["bidding"]);
    await expect(threads.list()).rejects.toMatchObject({ code: "unreadable-save", details: { name: "damaged" } });
    await threads.remove("damaged");
    expect(await threads.list()).toEqual(listed);
    await threads.close();
  });

  it("is accepted and gets the current version if it has tables but no version (PostgreSQL)", async () => {
    const address = await postgres.createDatabase();
    await (await openThreads(address)).close();
    await postgres.query(address, "DROP TABLE rostrum_version");
    await (await openThreads(address)).close();
    expect(await postgres.query(address, "SELECT version FROM rostrum_version")).toEqual([
      { version: databaseVersion },
    ]);
  });
});

const anyText = fc.oneof(
  fc.string(),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "",
    "null",
    "{",
    '{"settled":"x","recent":[]}',
    '[{"lc":1}]',
    '{"lc":1,"type":"constructor","id":["a"]}',
  ),
);

const cells = {
  threads: ["record", "holder", "state", "updated", "search", "owned_by"],
  inbox: ["value"],
  contents: ["text"],
  checkpoints: ["checkpoint", "metadata"],
  writes: ["value"],
} as const;
const columns = Object.entries(cells).flatMap(([table, names]) => names.map((column) => [table, column] as const));

async function useAll(file: string): Promise<void> {
  const conversations = new LocalConversations(new SqliteThreads(file), modeOptions());
  try {
    await conversations.list();
    for (const thread of ["round-robin", "waiting"]) {
      renderMarkdown(await conversations.transcript(thread));
      const { status } = await conversations.read(thread);
      for await (const event of conversations.follow(thread)) if (event.type === "status") break;
      await conversations.fork(thread, { turn: 0 });
      if (status === "waiting") await conversations.answer(thread, "I say yes.");
      else await conversations.start("round-robin", { thread, input: inputFor("round-robin", { maxTurns: 1 }) });
      const last = (await until(conversations.follow(thread), isStatus("ended", "failed", "waiting"))).at(-1);
      // Like a thrown error, the error of a failed run must have a code.
      if (last?.type === "status" && last.error) assert.ok(last.error.code, last.error.message);
    }
  } finally {
    await conversations.close();
  }
}

describe("a file with a damaged text", () => {
  const whole = fixtureOf("database", databaseVersion);

  it("would be read without an error if it were intact", async () => {
    const file = join(folder, "whole.db");
    await copyFile(whole, file);
    await useAll(file);
  });

  itHolds(
    "is read without an error, or rejected with a RostrumError",
    fc.asyncProperty(fc.constantFrom(...columns), fc.nat(), anyText, async ([table, column], row, text) => {
      const file = join(folder, "damaged.db");
      await rm(file, { force: true });
      await copyFile(whole, file);
      damage(file, { table, column, row, text });
      await useAll(file).catch((error: unknown) => {
        assert.ok(
          RostrumError.isInstance(error),
          `${table}.${column}: ${error instanceof Error ? error.stack : error}`,
        );
      });
    }),
    4,
  );
});
