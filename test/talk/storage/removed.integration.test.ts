import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import fc from "fast-check";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openConversations } from "../../../src/talk/conversations/open.js";
import type { Conversations, SharedConversations } from "../../../src/talk/conversations/port/port.js";
import { openCheckpointer, openThreads } from "../../../src/talk/storage/open.js";
import { isInUse } from "../../../src/talk/storage/thread-lock.js";
import type { ConversationDocument } from "../../../src/talk/transcript/json.js";
import { temporaryDatabases } from "../../support/databases.js";
import { openPlace, openProcess, type Place } from "../../support/places.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { isThorough, withSeed } from "../../support/property.js";
import { isStatus, until } from "../contracts/conversations.js";
import { fixtureOf } from "../saved/fixtures.js";

const databases = temporaryDatabases();
afterEach(() => void jest.restoreAllMocks());

const secrets = ["Zanzibar", "quicksilver", "marmalade", "Ouagadougou"];

/** The topic and a description each contain a secret, and so do the speeches of `model`. */
const input = {
  topic: "Shall we sail to Zanzibar?",
  participants: [{ name: "Ann", description: "Trades in quicksilver." }, { name: "Bo" }],
  maxTurns: 3,
  seed: 7,
};
const model = () =>
  new ScriptedModel((call) =>
    call.purpose === "speech" ? "I would bring marmalade for everybody." : plainAnswer(call),
  );

const openAll = (address: string, count: number, options = () => ({ model: model() })) =>
  Promise.all(Array.from({ length: count }, () => openConversations(address, options())));

const ended = (conversations: Conversations, thread: string) =>
  until(conversations.follow(thread), isStatus("ended")).then(() => {});

async function bytesOf(address: string): Promise<string> {
  const folder = databases.folder();
  const names = (await readdir(folder)).filter((name) => join(folder, name).startsWith(address));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")))).join("\n");
}

async function rowsOf(address: string): Promise<string> {
  const tables = await databases
    .postgres()
    .query(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const rows = await Promise.all(
    tables.map(({ tablename }) =>
      databases.postgres().query(address, `SELECT CAST(row AS text) AS text, row.* FROM ${tablename} AS row`),
    ),
  );
  return JSON.stringify(rows, (_key, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
  );
}

const rounds = isThorough ? 200 : 3;
/** A delay in milliseconds. */
const delay = fc.nat({ max: 8 });

const heardIn = ({ messages }: ConversationDocument) => messages.map(({ name, text }) => [name, text]);

async function goOn(place: Place, thread: string): Promise<unknown> {
  try {
    return await place.start("bidding", { thread, input: { maxTurns: 1 } });
  } catch (error) {
    if (!isInUse(error)) return place.resume(thread);
    await wait(20);
    return goOn(place, thread);
  }
}

async function race(places: readonly Place[], round: number, delays: readonly number[]): Promise<void> {
  const [one, two, three] = places as readonly [Place, Place, Place];
  const [thread, copy] = [`race-${round}`, `fork-${round}`];
  await one.start("bidding", { thread, input: { ...input, maxTurns: 5 } });
  // In every other round, the conversation has not ended, so it can be resumed.
  if (round % 2 === 0) await one.cancel(thread, { afterTurn: true });
  await one.settled(thread);
  const before = heardIn(await one.transcript(thread));
  const uses: Readonly<Record<string, () => Promise<unknown>>> = {
    fork: () => two.fork(thread, { turn: 1, as: copy }),
    start: () => three.start("bidding", { thread, input }),
    interject: () => two.interject(thread, "Wait."),
    interjectNow: () => three.interject(thread, "Wait.", { now: true }),
    resume: () => two.resume(thread),
  };
  const names = Object.keys(uses);
  const chosen = ["remove", names[round % names.length] ?? "", names[(round + 2) % names.length] ?? ""];
  const outcomes = await Promise.allSettled(
    chosen.map(async (name, index) => {
      await wait(delays[index]);
      await (name === "remove" ? one.remove(thread) : uses[name]?.());
    }),
  );
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(RostrumError);
  const done = chosen.filter((_name, index) => outcomes[index]?.status === "fulfilled");
  const listed = (await one.list()).conversations.map((each) => each.thread);
  const isListed = listed.includes(thread);
  const what = `${chosen.join(", ")}; done: ${done.join(", ")}`;
  // After a removal, only a new conversation can have the name.
  if (!done.includes("start")) expect([what, isListed]).toEqual([what, !done.includes("remove")]);
  expect([what, listed.includes(copy)]).toEqual([what, done.includes("fork")]);
  if (isListed) await one.settled(thread);
  else await expect(three.transcript(thread)).rejects.toMatchObject({ code: "invalid-input" });
  if (!done.includes("remove")) {
    // Another round, or the rest of a stopped conversation, delivers the waiting messages.
    await one.cancel(thread).catch(() => {});
    await goOn(one, thread);
    await one.settled(thread);
    const after = await three.transcript(thread);
    expect([what, heardIn(after).slice(0, before.length)]).toEqual([what, before]);
    const sent = done.filter((name) => name.startsWith("interject")).length;
    expect([what, after.interjections.filter(({ text }) => text === "Wait.").length]).toEqual([what, sent]);
  }
  if (!done.includes("fork")) return;
  // A message that was delivered after turn 1 may be part of the fork.
  expect(heardIn(await three.transcript(copy)).slice(0, 2)).toEqual(before.slice(0, 2));
  await three.resume(copy);
  await three.settled(copy);
  expect((await one.transcript(copy)).stopReason).toMatchObject({ kind: "turns", turn: 5 });
}

const storages = {
  SQLite: { createAddress: databases.createFile, contentsOf: bytesOf },
  PostgreSQL: { createAddress: databases.createDatabase, contentsOf: rowsOf },
};

describe.each(Object.entries(storages))("removing a conversation in %s", (storage, { createAddress, contentsOf }) => {
  it("deletes its topic, descriptions, speeches and messages", async () => {
    const address = await createAddress("secrets");
    const conversations = await openConversations(address, { model: model() });
    const { thread } = await conversations.start("bidding", { input });
    await ended(conversations, thread);
    await conversations.interject(thread, "Why not Ouagadougou?");
    const { thread: other } = await conversations.start("bidding", { input: { ...input, topic: "Tea or coffee?" } });
    await ended(conversations, other);
    const before = await contentsOf(address);
    expect(secrets.filter((secret) => !before.includes(secret))).toEqual([]);
    await conversations.remove(other);
    await conversations.remove(thread);
    const { thread: kept } = await conversations.start("bidding", {
      input: { participants: [{ name: "Cy" }, { name: "Di" }], maxTurns: 2, seed: 1 },
    });
    await ended(conversations, kept);
    await conversations.remove(kept);
    const after = await contentsOf(address);
    expect(["Cy", "Di", ...secrets].filter((secret) => after.includes(secret))).toEqual([]);
    await conversations.close();
  }, 300_000);

  it("keeps its forks complete", async () => {
    const address = await createAddress("forks");
    const conversations = await openConversations(address, { model: model() });
    const { thread } = await conversations.start("bidding", { input });
    await ended(conversations, thread);
    const fork = await conversations.fork(thread, { turn: 2 });
    const before = await conversations.transcript(fork);
    await conversations.remove(thread);
    const again = await openConversations(address, { model: model() });
    expect(await again.transcript(fork)).toEqual(before);
    await again.resume(fork);
    await ended(again, fork);
    expect((await again.transcript(fork)).messages.length).toBeGreaterThan(before.messages.length);
    await again.close();
    await conversations.close();
  }, 300_000);

  it("keeps the fork of a long conversation complete, and removes that fork completely", async () => {
    const address = await createAddress("long");
    const speech = (turn: number) => `Quicksilver ${turn}. `.repeat(turn % 3 === 0 ? 100 : 5);
    let turn = 0;
    const speaker = new ScriptedModel((call) => {
      if (call.purpose !== "speech") return plainAnswer(call);
      turn += 1;
      return speech(turn);
    });
    const conversations = await openConversations(address, { model: speaker });
    const { thread } = await conversations.start("round-robin", { input: { ...input, maxTurns: 70 } });
    await ended(conversations, thread);
    const fork = await conversations.fork(thread, { turn: 68 });
    const before = await conversations.transcript(fork);
    await conversations.remove(thread);
    const again = await openConversations(address);
    expect(await again.transcript(fork)).toEqual(before);
    expect(before.messages.slice(1).map(({ text }) => text)).toEqual(
      Array.from({ length: 68 }, (_each, index) => speech(index + 1).trim()),
    );
    await again.remove(fork);
    const left = await contentsOf(address);
    expect(["Quicksilver", ...secrets].filter((secret) => left.includes(secret))).toEqual([]);
    await again.close();
    await conversations.close();
  }, 300_000);

  it("allows another conversation with the same name and the same texts, through any connection", async () => {
    const address = await createAddress("again");
    const [one, two] = (await openAll(address, 2)) as [SharedConversations, SharedConversations];
    for (const [starting, removing] of [[one, two] as const, [one, one] as const, [two, one] as const]) {
      await starting.start("bidding", { thread: "again", input });
      await ended(starting, "again");
      const third = await openConversations(address);
      expect((await third.transcript("again")).messages).toHaveLength(4);
      await third.close();
      await removing.remove("again");
    }
    await one.close();
    await two.close();
  }, 300_000);

  it("lets a process continue a conversation that another process removed and started again", async () => {
    const address = await createAddress("continued");
    // With the same clock, the new conversation consists of the same texts.
    const options = () => ({ model: new ScriptedModel(plainAnswer), clock: () => new Date("2031-05-04T12:00:00Z") });
    const [one, two] = (await openAll(address, 2, options)) as [SharedConversations, SharedConversations];
    const long = { ...input, maxTurns: 12 };
    await one.start("bidding", { thread: "continued", input: long });
    await ended(one, "continued");
    await two.remove("continued");
    await two.start("bidding", { thread: "continued", input: long });
    await two.cancel("continued", { afterTurn: true });
    // Saves many texts that `one` has already saved for the removed conversation.
    await one.resume("continued");
    await ended(one, "continued");
    const third = await openConversations(address);
    expect((await third.transcript("continued")).messages).toHaveLength(13);
    for (const place of [one, two, third]) await place.close();
  }, 300_000);

  it("does not release the lock of another process that starts a conversation with the same name", async () => {
    const address = await createAddress("locked");
    const [one, two, three] = await Promise.all([0, 1, 2].map(() => openThreads(address)));
    await one?.take("again");
    await one?.remove("again");
    // In PostgreSQL, the first process still holds the lock.
    if (storage === "SQLite") await two?.take("again");
    await one?.release("again");
    if (storage === "PostgreSQL") await two?.take("again");
    await expect(three?.take("again")).rejects.toMatchObject({ code: "thread-in-use" });
    for (const place of [one, two, three]) await place?.close();
  }, 300_000);

  it("leaves no name behind, even if another process locks and releases the name afterwards", async () => {
    const address = await createAddress("refused");
    const conversations = await openConversations(address, { model: model() });
    await conversations.start("bidding", { thread: "Timbuktu", input });
    await ended(conversations, "Timbuktu");
    const threads = await openThreads(address);
    await conversations.remove("Timbuktu");
    await threads.take("Timbuktu");
    await threads.release("Timbuktu");
    expect(await contentsOf(address)).not.toContain("Timbuktu");
    await threads.close();
    await conversations.close();
  }, 300_000);

  it("does not delete a thread of the caller's own graph when a fork with that name is rejected", async () => {
    const address = await createAddress("own");
    const conversations = await openConversations(address, { model: model() });
    const { thread } = await conversations.start("bidding", { input });
    await ended(conversations, thread);
    const checkpointer = await openCheckpointer(address);
    const graph = createBidding({ model: model() }).compile({ checkpointer });
    await graph.invoke(input, { configurable: { thread_id: "own" } });
    await expect(conversations.fork(thread, { turn: 1, as: "own" })).rejects.toMatchObject({ code: "invalid-input" });
    expect((await graph.getState({ configurable: { thread_id: "own" } })).values.messages).toHaveLength(4);
    await checkpointer.close();
    await conversations.close();
  }, 300_000);

  it.each([
    ["connections of one process", openPlace],
    ["processes", openProcess],
  ])(
    "loses nothing, leaves nothing behind, and is final, while other %s use the conversation",
    async (users, open) => {
      const address = await createAddress(`races-${users.slice(-9)}`);
      const places = await Promise.all([open(address), open(address), open(address)]);
      const [one] = places as [Place, Place, Place];
      await withSeed(async (seed) => {
        const delays = fc.sample(fc.tuple(delay, delay, delay), { seed, numRuns: rounds });
        for (const [round, times] of delays.entries()) {
          await race(places, round, times);
          for (const { thread } of (await one.list()).conversations) {
            for (const place of places) await place.cancel(thread).catch(() => {});
            await one.remove(thread);
          }
        }
      });
      const contents = await contentsOf(address);
      expect(["race-", "fork-", ...secrets].filter((secret) => contents.includes(secret))).toEqual([]);
      for (const place of places) await place.close();
    },
    isThorough ? 900_000 : 180_000,
  );
});

describe("removing a conversation from a SQLite file that another program is reading", () => {
  it("leaves nothing behind once the program has stopped reading", async () => {
    const address = await databases.createFile("read");
    const conversations = await openConversations(address, { model: model() });
    const { thread } = await conversations.start("bidding", { input });
    await ended(conversations, thread);
    const reader = new DatabaseSync(address);
    reader.exec("BEGIN");
    expect(reader.prepare("SELECT name FROM threads").all()).toEqual([{ name: thread }]);
    // Stops the clock, because the removal waits for the reader for only two seconds, and a busy machine may need more.
    jest.spyOn(performance, "now").mockReturnValue(performance.now());
    const removed = conversations.remove(thread);
    while ((await conversations.list()).conversations.length > 0) await wait(5);
    expect(await bytesOf(address)).toContain("Zanzibar");
    reader.exec("COMMIT");
    await removed;
    const contents = await bytesOf(address);
    expect(secrets.filter((secret) => contents.includes(secret))).toEqual([]);
    reader.close();
    await conversations.close();
  });
});

describe("removing a conversation that an old version saved", () => {
  const saved = ["Keeps the bridge.", "Bea speaks in turn 2.", "Bea, and the ferry?", "And the tunnel?"];
  const wordsIn = async (address: string, words: readonly string[]) => {
    const contents = await bytesOf(address);
    return words.filter((word) => contents.includes(word));
  };

  it.each([1, 2])(
    "deletes its texts from a SQLite file of version %i, except those that other conversations use",
    async (version) => {
      const address = await databases.createFile(`version-${version}`);
      await copyFile(fixtureOf("database", version), address);
      expect(await wordsIn(address, saved)).toEqual(saved);
      const conversations = await openConversations(address);
      const waiting = await conversations.transcript("waiting");
      await conversations.remove("round-robin");
      expect(await wordsIn(address, saved)).toEqual([]);
      expect(await conversations.transcript("waiting")).toEqual(waiting);
      expect(await wordsIn(address, ["the bridge"])).toEqual(["the bridge"]);
      await conversations.remove("waiting");
      expect(await wordsIn(address, ["the bridge", "Ann", "Bea", "waiting", "round-robin"])).toEqual([]);
      await conversations.close();
      const file = new DatabaseSync(address);
      expect(file.prepare("SELECT count(*) AS texts FROM contents").get()).toEqual({ texts: 0 });
      file.close();
    },
  );

  it("overwrites texts that an old version deleted from a SQLite file without overwriting them", async () => {
    const address = await databases.createFile("freed");
    await copyFile(fixtureOf("database", 2), address);
    const old = new DatabaseSync(address);
    old.exec(
      "PRAGMA secure_delete = OFF; DELETE FROM checkpoints; DELETE FROM writes; DELETE FROM contents; DELETE FROM inbox",
    );
    old.close();
    expect(await wordsIn(address, saved)).not.toEqual([]);
    const conversations = await openConversations(address);
    await conversations.remove("waiting");
    expect(await wordsIn(address, saved)).toEqual([]);
    await conversations.close();
  });

  it("deletes its texts from PostgreSQL, except those that other conversations use", async () => {
    const address = await databases.createDatabase("old");
    const query = (sql: string) => databases.postgres().query(address, sql);
    const conversations = await openConversations(address, { model: model() });
    for (const [thread, topic] of [["one", "Tea or quicksilver?"] as const, ["two", "Is it marmalade?"] as const]) {
      await conversations.start("bidding", { thread, input: { ...input, topic } });
      await ended(conversations, thread);
    }
    // Before database version 3, a fork shared its original's texts, and no text belonged to a thread.
    await query("UPDATE rostrum_contents SET thread = NULL");
    await query(
      "INSERT INTO rostrum_threads SELECT 'fork', replace(record, '\"one\"', '\"fork\"'), state, updated, search, owned_by FROM rostrum_threads WHERE name = 'one'",
    );
    for (const table of ["checkpoints", "checkpoint_blobs", "checkpoint_writes"]) {
      const columns = await query(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' AND column_name NOT IN ('thread_id', 'rostrum_sequence')`,
      );
      const names = columns.map(({ name }) => name).join(", ");
      const order = table === "checkpoints" ? "ORDER BY rostrum_sequence" : "";
      await query(
        `INSERT INTO ${table} (thread_id, ${names}) SELECT 'fork', ${names} FROM ${table} WHERE thread_id = 'one' ${order}`,
      );
    }
    const again = await openConversations(address, { model: model() });
    const fork = await again.transcript("fork");
    expect(fork.messages).toHaveLength(4);
    await again.remove("one");
    expect(await again.transcript("fork")).toEqual(fork);
    await again.remove("fork");
    const rows = await rowsOf(address);
    expect([rows.includes("quicksilver?"), rows.includes("marmalade?")]).toEqual([false, true]);
    await again.remove("two");
    expect(await query("SELECT count(*)::int AS texts FROM rostrum_contents")).toEqual([{ texts: 0 }]);
    for (const place of [conversations, again]) await place.close();
  }, 300_000);
});
