/**
 * Run this with `npm run fixtures`. Existing fixtures stay unchanged, because they contain data in the formats that
 * earlier versions saved.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseVersion } from "../../../src/talk/storage/database-version.js";
import { fixtureOf, formats } from "./fixtures.js";
import { readParts, saveConversations } from "./saved-today.js";

async function write(path: string, make: (path: string) => Promise<void> | void): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(join(path, ".."), { recursive: true });
  await make(path);
  process.stdout.write(`${path}\n`);
}

const folder = await mkdtemp(join(tmpdir(), "rostrum-saved-"));
const file = join(folder, "talks.db");
await saveConversations(file);
const parts = await readParts(file);
for (const { kind, version } of formats)
  await write(fixtureOf(kind, version), (path) => writeFile(path, `${JSON.stringify(parts[kind], null, 1)}\n`));
await write(fixtureOf("database", databaseVersion), async (path) => {
  // One mode is enough to fill every table.
  const small = join(folder, "small.db");
  await saveConversations(small, ["round-robin"]);
  const database = new DatabaseSync(small);
  // Small pages keep the file small, because it has many tables with little data.
  database.exec(`PRAGMA journal_mode = DELETE; PRAGMA page_size = 1024; VACUUM; VACUUM INTO '${path}'`);
  database.close();
});
await rm(folder, { recursive: true });
