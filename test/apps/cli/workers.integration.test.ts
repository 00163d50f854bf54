import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { PgBoss } from "pg-boss";
import { openConversations, startWorker, type Worker } from "../../../src/index.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import type { ListedWorker, ListedWorkers } from "../../../src/talk/conversations/queue/job-queue.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { rostrum, type Setting } from "./captured-io.js";

let postgres: Postgres;
let address: string;
const started: Worker[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  address = await postgres.createDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.stop({ graceMs: 0 })));
});

async function start(concurrency: number): Promise<Worker> {
  // Each word takes nine seconds.
  const worker = await startWorker(address, { concurrency, model: new RehearsalModel({ pace: 9000, notice: false }) });
  started.push(worker);
  return worker;
}

const workers = (options: readonly string[] = [], setting?: Setting) =>
  rostrum(["workers", "--db", address, ...options], setting);

const list = async () => JSON.parse((await workers(["--json"])).stdout) as ListedWorkers;

/** Lists the workers repeatedly, because each worker refreshes its figures only every few seconds. */
async function listUntil(isReached: (workers: readonly ListedWorker[]) => boolean): Promise<ListedWorkers> {
  for (;;) {
    const listed = await list();
    if (isReached(listed.workers)) return listed;
    await wait(200);
  }
}

describe("the list of workers", () => {
  it("shows the running workers with their figures, newest first", async () => {
    await start(3);
    await start(7);
    const conversations = await openConversations(address, { queue: true });
    await conversations.start("round-robin", { input: { topic: "Tea?" } });
    const listed = await listUntil((all) => all.every(({ places }) => places !== null) && all.some(({ busy }) => busy));
    await conversations.close();
    expect(listed).toMatchObject({ stopped: 0, died: 0 });
    expect(listed.workers).toMatchObject([{ places: 7 }, { places: 3 }]);
    expect(listed.workers.map(({ busy }) => busy).sort()).toEqual([0, 1]);
    for (const { host, pid, startedAt, seenAt, memoryBytes } of listed.workers) {
      expect({ host, pid }).toEqual({ host: hostname(), pid: process.pid });
      expect(Date.parse(seenAt)).toBeGreaterThan(Date.parse(startedAt));
      expect(memoryBytes).toBeGreaterThan(10_000_000);
    }
    const [newest] = listed.workers;
    const since = newest?.startedAt.slice(0, 16).replace("T", " ");
    const table = await workers();
    expect(table).toMatchObject({ status: 0, stderr: "" });
    const [heading, first, second] = table.stdout.split("\n");
    expect(heading).toMatch(/^Host +Process +Since \(UTC\) +Running\/max +Memory +Last seen$/);
    expect(first).toMatch(new RegExp(`^${hostname()} +${process.pid} +${since} +[01]/7 +\\d+ MB +\\d+ s ago$`));
    expect(second).toMatch(/ [01]\/3 /);
    const chinese = (await workers(["--lang", "zh"])).stdout;
    expect(chinese).toMatch(
      /^主机 +进程号 +启动时间（UTC） +进行中\/上限 +内存 +最近一次报到\n.+ [01]\/7 .+ \d+ 秒前\n/,
    );
    const narrow = (await workers([], { stdoutIsTerminal: true, columns: 20 })).stdout;
    expect(narrow).toMatch(/Host +Process +Running\/max\S*\n.+ [01]\/7\n/);
  });

  it("counts the workers that stopped or died within the last hour", async () => {
    const stopping = await start(1);
    await stopping.stop();
    await start(2);
    const rows = await postgres.query(address, "SELECT * FROM rostrum_queue.instance LIMIT 1");
    const columns = Object.keys(rows[0] ?? {});
    const addSilent = (seconds: number) => {
      const values = columns.map((column) => {
        if (column === "id") return "gen_random_uuid()";
        return column === "heartbeat_on" ? `now() - interval '${seconds} seconds'` : column;
      });
      const sql = `SELECT ${values} FROM rostrum_queue.instance WHERE stopped_on IS NULL LIMIT 1`;
      return postgres.query(address, `INSERT INTO rostrum_queue.instance (${columns}) ${sql}`);
    };
    for (const seconds of [20, 600, 7200]) await addSilent(seconds);
    const listed = await list();
    expect({ ...listed, workers: listed.workers.length }).toEqual({ workers: 1, stopped: 1, died: 2 });
    expect((await workers()).stderr).toBe(
      "In the last hour, 1 other worker stopped, and 2 died or lost the connection to the database.\n",
    );
    expect((await workers(["--lang", "zh"])).stderr).toMatch(/^最近一小时内，另有 1 个 worker 已停止，2 个意外中断/);
  });

  it("leaves out other programs that use the queue", async () => {
    await start(1);
    const boss = new PgBoss({ connectionString: address, schema: "rostrum_queue", supervise: false });
    await boss.start();
    const listed = await list();
    await boss.stop();
    expect(listed.workers).toHaveLength(1);
  });

  it("says how to start a worker if none is running", async () => {
    const shown = address.replace(":rostrum@", ":***@");
    const command = `rostrum worker --db '${shown}'`;
    const none = { status: 0, stdout: `No worker is running. To start one: ${command}\n`, stderr: "" };
    expect(await workers()).toMatchObject(none);
    expect((await workers(["--lang", "zh"])).stdout).toBe(`没有 worker 在运行。启动一个：${command}\n`);
    expect(await list()).toEqual({ workers: [], stopped: 0, died: 0 });
  });

  it("is replaced by an error without the password if the database is unreachable", async () => {
    const unreachable = await rostrum(["workers", "--db", "postgres://me:s3cret@127.0.0.1:1/talks"]);
    expect(unreachable).toMatchObject({ status: 1, stdout: "" });
    expect(unreachable.stderr).toMatch(/^rostrum: PostgreSQL 127\.0\.0\.1:1: cannot connect; .*ECONNREFUSED/);
    expect(unreachable.stderr).not.toContain("s3cret");
  });
});
