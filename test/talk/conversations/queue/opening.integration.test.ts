import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openConversations, startWorker } from "../../../../src/index.js";
import { PostgresThreads } from "../../../../src/talk/storage/postgres.js";
import { inputFor } from "../../../support/any-mode.js";
import { createHeldModel } from "../../../support/held-model.js";
import { type Postgres, startPostgres } from "../../../support/postgres.js";
import { isStatus, until } from "../../contracts/conversations.js";

const { model } = createHeldModel();
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

const open = (address: string) => openConversations(address, { queue: true, pollMs: 50 });

/** Looks several times, because PostgreSQL lists a connection for a moment after its client has closed it. */
async function connectionsTo(address: string, looks = 50): Promise<Awaited<ReturnType<Postgres["query"]>>> {
  const open = await postgres.query(
    address,
    "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  if (open.length === 0 || looks === 1) return open;
  await wait(100);
  return connectionsTo(address, looks - 1);
}

describe("a database with a queue", () => {
  it("can first be opened by several conversations and workers at once", async () => {
    const address = await postgres.createDatabase();
    const opening = [open(address), open(address), open(address)];
    const working = [startWorker(address, { model }), startWorker(address, { model })];
    const [conversations, workers] = await Promise.all([Promise.all(opening), Promise.all(working)]);
    const [first] = conversations;
    if (!first) throw new Error("nothing is open");
    const { thread } = await first.start("round-robin", { input: inputFor("round-robin", { maxTurns: 2 }) });
    await until(first.follow(thread), isStatus("ended"));
    await Promise.all([...conversations.map((each) => each.close()), ...workers.map((each) => each.stop())]);
    expect(await connectionsTo(address)).toEqual([]);
  });

  it("can be opened while another process takes longer to update the tables than the time limit of a heartbeat", async () => {
    const address = await postgres.createDatabase();
    const [first, second] = [await PostgresThreads.open(address), await PostgresThreads.open(address)];
    const [updates, updated] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const updating = first.settingUp(() => {
      updates.resolve();
      return updated.promise;
    });
    await updates.promise;
    const waiting = second.settingUp(async () => "done");
    await wait(3000);
    updated.resolve();
    await expect(Promise.all([updating, waiting])).resolves.toHaveLength(2);
    await Promise.all([first.close(), second.close()]);
  });

  it.each([1, 2])("can be opened by a role with a connection limit of %i", async (most) => {
    const address = new URL(await postgres.createDatabase());
    await postgres.query(address.href, `CREATE ROLE few_${most} LOGIN PASSWORD 'few' CONNECTION LIMIT ${most}`);
    await postgres.query(address.href, `ALTER DATABASE ${address.pathname.slice(1)} OWNER TO few_${most}`);
    await postgres.query(address.href, `ALTER SCHEMA public OWNER TO few_${most}`);
    Object.assign(address, { username: `few_${most}`, password: "few" });
    const conversations = await open(address.href);
    const { thread } = await conversations.start("round-robin", { input: inputFor("round-robin") });
    expect((await conversations.read(thread)).status).toBe("queued");
    await conversations.close();
  });

  it.each([
    ["of a newer Rostrum", "UPDATE rostrum_version SET version = 1000"],
    ["of a newer pg-boss", "UPDATE rostrum_queue.version SET version = 100000"],
  ])("cannot be opened if it has tables %s, and no connection stays open", async (_what, sql) => {
    const address = await postgres.createDatabase();
    await (await open(address)).close();
    await postgres.query(address, sql);
    await expect(open(address)).rejects.toMatchObject({ code: "unreadable-save" });
    await expect(startWorker(address, { model })).rejects.toMatchObject({ code: "unreadable-save" });
    expect(await connectionsTo(address)).toEqual([]);
  });

  it.each(["memory", "talks.db"])("must be in PostgreSQL, not in %s", async (address) => {
    await expect(open(address)).rejects.toMatchObject({ code: "invalid-input" });
    await expect(startWorker(address, { model })).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("keeps a conversation that a newer Rostrum saved until a worker can read it", async () => {
    const address = await postgres.createDatabase();
    const conversations = await open(address);
    const { thread } = await conversations.start("round-robin", { input: inputFor("round-robin", { maxTurns: 2 }) });
    const [row] = await postgres.query(address, "SELECT record FROM rostrum_threads");
    const newer = { ...JSON.parse(row?.record), version: 1000 };
    await postgres.query(address, `UPDATE rostrum_threads SET record = $$${JSON.stringify(newer)}$$`);
    const { promise: left, resolve: leave } = Promise.withResolvers<unknown>();
    const worker = await startWorker(address, { model, onFailure: leave });
    expect(await left).toMatchObject({ code: "unreadable-save" });
    await postgres.query(address, `UPDATE rostrum_threads SET record = $$${row?.record}$$`);
    await until(conversations.follow(thread), isStatus("ended"));
    await conversations.close();
    await worker.stop();
  });
});
