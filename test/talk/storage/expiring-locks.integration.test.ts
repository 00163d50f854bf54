import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it, jest } from "@jest/globals";
import pg from "pg";
import { openThreads } from "../../../src/talk/storage/open.js";
import { onceUnlocked } from "../../../src/talk/storage/thread-lock.js";
import { temporaryDatabases } from "../../support/databases.js";
import { interceptQueries } from "../../support/queries.js";

const databases = temporaryDatabases();
afterEach(() => void jest.restoreAllMocks());

/** Makes all queries with this text fail: `before` they reach the database, or `after` they took effect there. */
function breakQueries(text: string, when: "before" | "after"): void {
  interceptQueries(async (query, sql) => {
    if (!sql.includes(text)) return query();
    if (when === "after") await query();
    throw new Error("Connection terminated unexpectedly");
  });
}

it("a lock is released later if the database does not answer, while the process keeps its other locks", async () => {
  const address = await databases.createDatabase();
  const [one, two] = [await openThreads(address), await openThreads(address)];
  await one.take("kept");
  await one.take("released");
  breakQueries("DELETE FROM rostrum_locks WHERE name", "before");
  await expect(one.release("released")).rejects.toMatchObject({ code: "storage-failed" });
  jest.restoreAllMocks();
  breakQueries("INSERT INTO rostrum_locks", "after");
  await expect(one.take("unanswered")).rejects.toMatchObject({ code: "storage-failed" });
  jest.restoreAllMocks();
  for (const thread of ["released", "unanswered"]) await onceUnlocked(() => two.take(thread));
  await expect(two.take("kept")).rejects.toMatchObject({ code: "thread-in-use" });
  await one.close();
  await two.close();
});

it("a database opens while another client holds row-exclusive locks on its tables", async () => {
  const address = await databases.createDatabase();
  await (await openThreads(address)).close();
  const other = new pg.Client(address);
  await other.connect();
  const { rows } = await other.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["checkpoints", "rostrum_locks", "rostrum_threads"]));
  await other.query(`BEGIN; LOCK TABLE ${names.join(", ")} IN ROW EXCLUSIVE MODE`);
  const impatient = new URL(address);
  impatient.searchParams.set("options", "-c lock_timeout=1s");
  await (await openThreads(String(impatient))).close();
  await other.end();
});

it("a process keeps its locks if the server has no connection left for the heartbeats", async () => {
  const address = await databases.createDatabase();
  const limited = new URL(address);
  [limited.username, limited.password] = ["few", "x"];
  const sql = `CREATE ROLE few LOGIN PASSWORD 'x' CONNECTION LIMIT 4; GRANT ALL ON SCHEMA public TO few;
    GRANT CREATE ON DATABASE ${limited.pathname.slice(1)} TO few`;
  await databases.postgres().query(address, sql);
  const threads = await openThreads(String(limited));
  await threads.find("talk");
  // The connections that created the tables may still be closing.
  const connections = async () =>
    (await databases.postgres().query(address, "SELECT FROM pg_stat_activity WHERE usename = 'few'")).length;
  while ((await connections()) > 1) await wait(20);
  const others = Array.from({ length: 3 }, () => new pg.Client(String(limited)));
  await Promise.all(others.map((client) => client.connect()));
  await threads.take("talk");
  const aliveUntil = async () =>
    (await databases.postgres().query(address, "SELECT alive_until::text AS time FROM rostrum_processes"))[0]?.time;
  const first = await aliveUntil();
  // Stops looking before the idle connection of the other queries closes, because the heartbeats could then open one in
  // its place.
  for (let look = 0; look < 30 && (await aliveUntil()) === first; look += 1) await wait(100);
  expect(await aliveUntil()).not.toBe(first);
  for (const client of others) await client.end();
  await threads.close();
});

it("a process takes the lock of a process that died before the database's clock was set back", async () => {
  const address = await databases.createDatabase();
  const threads = await openThreads(address);
  await databases.postgres().query(
    address,
    `INSERT INTO rostrum_processes VALUES ('dead', now() + interval '1 hour');
     INSERT INTO rostrum_locks VALUES ('talk', 'dead', 7)`,
  );
  await threads.take("talk");
  await threads.close();
});
