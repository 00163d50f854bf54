import { readdir, readFile } from "node:fs/promises";
import { collectUntil } from "../../test/support/garbage.js";
import type { Postgres } from "../../test/support/postgres.js";

export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The size of the heap in bytes, after a garbage collection. */
export async function heapNow(): Promise<number> {
  await collectUntil(() => false);
  return process.memoryUsage().heapUsed;
}

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/** Reads `/proc/PID/stat`. The times are in milliseconds; `cpuOfEnded` is the CPU time of children that have ended. */
async function readStat(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The command's name may contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const sum = (...places: readonly number[]) => places.reduce((total, place) => total + Number(fields[place] ?? 0), 0);
  return { parent: fields[1], cpu: sum(11, 12) * tickMs, cpuOfEnded: sum(13, 14) * tickMs };
}

/** Includes all processes of the PostgreSQL server. */
export async function postgresCpuMs(postgres: Postgres, address: string): Promise<number> {
  const sql = "SELECT pid::text FROM pg_stat_activity WHERE backend_type = 'checkpointer'";
  const [row] = (await postgres.query(address, sql)) as [{ pid: string }];
  const { parent: server = "" } = await readStat(row.pid);
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(processes.map(readStat));
  const own = await readStat(server);
  return stats.reduce((total, { parent, cpu }) => total + (parent === server ? cpu : 0), own.cpu + own.cpuOfEnded);
}
