import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { killAndResume } from "../../support/kills.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";

let folder: string;
let postgres: Postgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-kills-"));
  postgres = await startPostgres();
}, 300_000);
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

// Tests few modes, because every process takes seconds; `npm run report:kills` kills more processes.
const plans = [
  ["bidding", "SQLite", 1],
  ["director", "PostgreSQL", 2],
  ["group-chat", "SQLite", 3],
] as const;

it.each(plans)(
  "a %s conversation saved in %s loses and repeats nothing if its process is killed",
  async (mode, place, index) => {
    const database = place === "SQLite" ? join(folder, "talks.db") : await postgres.createDatabase();
    const result = await killAndResume({ mode, folder, database, seed: 40 + index, kills: 1 });
    expect(result).toMatchObject({ lost: 0, doubled: 0, isEqual: true });
    expect(result.resumed).toBeGreaterThan(0);
  },
  120_000,
);
