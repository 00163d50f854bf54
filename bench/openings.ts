/**
 * `npm run report:openings`: opens a hundred new PostgreSQL databases and a hundred new SQLite files, each in two to
 * six processes at the same time. Exits with 1 if an opening fails.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../test/support/postgres.js";

const tries = 100;
const sizes = [2, 3, 4, 5, 6];

async function openIn(opener: ChildProcess, address: string): Promise<string> {
  opener.send(address);
  const [failure] = await once(opener, "message");
  return failure;
}

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), "rostrum-openings-"));
const openers = Array.from({ length: Math.max(...sizes) }, () =>
  fork(fileURLToPath(new URL("./opener.ts", import.meta.url))),
);
const outcomes: string[] = [];
try {
  await Promise.all(openers.map((opener) => once(opener, "message")));
  for (let count = 0; count < tries; count += 1) {
    const together = openers.slice(0, sizes[count % sizes.length]);
    for (const address of [await postgres.createDatabase(), join(folder, `${count}.db`)])
      outcomes.push(...(await Promise.all(together.map((opener) => openIn(opener, address)))));
  }
} finally {
  for (const opener of openers) opener.disconnect();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
const failures = outcomes.filter(Boolean);
for (const failure of failures) console.error(failure);
console.log(JSON.stringify({ databases: 2 * tries, openings: outcomes.length, failures: failures.length }));
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(failures.length === 0 && outcomes.length > 0 ? 0 : 1);
