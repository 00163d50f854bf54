/**
 * A child process of `report:lists`. `hold ADDRESS NAME…` locks the named threads; in SQLite, each thread has its own
 * lock file, as if each thread ran in its own process. `lock FILE MILLISECONDS` locks a SQLite file for that time, so
 * that no other process can write to it. Sends `ready` once the locks are taken, and runs until the parent disconnects.
 */
import { DatabaseSync } from "node:sqlite";
import { isPostgres } from "../src/talk/storage/address.js";
import { openThreads } from "../src/talk/storage/open.js";
import type { Threads } from "../src/talk/storage/threads.js";

const [task = "", address = "", ...rest] = process.argv.slice(2);
const held: Threads[] = [];

if (task === "lock") {
  const database = new DatabaseSync(address);
  database.exec("BEGIN IMMEDIATE");
  setTimeout(() => {
    database.exec("COMMIT");
    database.close();
  }, Number(rest[0]));
} else {
  const shared = isPostgres(address) ? await openThreads(address) : undefined;
  for (const name of rest) {
    const threads = shared ?? (await openThreads(address));
    await threads.take(name);
    held.push(threads);
  }
}
process.on("disconnect", async () => {
  for (const threads of held) await threads.close();
  process.exit();
});
process.send?.("ready");
