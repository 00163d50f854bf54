import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { type Postgres, startPostgres } from "./postgres.js";

/** Call this at the top of a suite. The folder and the server exist from the suite's first test to its last. */
export function temporaryDatabases() {
  let folder: string;
  let postgres: Postgres;
  beforeAll(async () => {
    [folder, postgres] = await Promise.all([mkdtemp(join(tmpdir(), "rostrum-databases-")), startPostgres()]);
  });
  afterAll(async () => {
    await Promise.all([rm(folder, { recursive: true }), postgres.stop()]);
  }, 120_000);
  return {
    folder: () => folder,
    postgres: () => postgres,
    createFile: async (name: string) => join(folder, `${name}.db`),
    createDatabase: async (_name?: string) => postgres.createDatabase(),
  };
}
