import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.js";
import { startPostgres } from "./postgres.js";

async function untilListening(port: number, pooler: ChildProcess, attempts = 100): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const isListening = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  if (isListening) return;
  if (attempts === 1 || pooler.exitCode !== null) throw new Error("PgBouncer does not start");
  await wait(50);
  await untilListening(port, pooler, attempts - 1);
}

/**
 * Starts PgBouncer in transaction mode: each transaction of a client can use a different connection to the server.
 * @param address - Contains the user and password for all databases of the server.
 */
async function startPooler(address: string) {
  const { hostname, port: serverPort, username, password } = new URL(address);
  const folder = await mkdtemp(join(tmpdir(), "rostrum-pooler-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
unix_socket_dir =
`,
  );
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["--user", "nobody"] : [];
  const pooler = spawn(process.env["PGBOUNCER"] ?? "/usr/sbin/pgbouncer", [...user, "--quiet", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(pooler, "exit");
  await untilListening(port, pooler);
  return {
    addressOf(database: string): string {
      const pooled = new URL(database);
      pooled.port = String(port);
      return String(pooled);
    },
    async stop() {
      pooler.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

export async function startPooledPostgres() {
  const postgres = await startPostgres();
  const pooler = await startPooler(await postgres.createDatabase());
  return {
    async createDatabase() {
      const direct = await postgres.createDatabase();
      return { direct, pooled: pooler.addressOf(direct) };
    },
    async stop() {
      await pooler.stop();
      await postgres.stop();
    },
  };
}
