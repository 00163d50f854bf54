/**
 * LangGraph's own suite for checkpointers. Our SQLite checkpointer runs under the name of LangGraph's, for which the
 * suite skips one case: it tests savers that store each channel separately, and expects checkpoints without
 * unchanged channels.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, jest } from "@jest/globals";
import { validate } from "@langchain/langgraph-checkpoint-validation";
import { openCheckpointer } from "../../../src/talk/storage/open.js";
import type { OpenCheckpointer } from "../../../src/talk/storage/threads.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";

// The suite expects a runner that continues after a failed expectation.
Object.assign(globalThis, { expect: Object.assign(expect, { soft: expect }) });

// Stopping PostgreSQL takes a while on a busy machine.
jest.setTimeout(120_000);

const folders = new Map<OpenCheckpointer, string>();

validate<OpenCheckpointer>({
  checkpointerName: "@langchain/langgraph-checkpoint-sqlite",
  async createCheckpointer() {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-conformance-"));
    const checkpointer = await openCheckpointer(join(folder, "talks.db"));
    folders.set(checkpointer, folder);
    return checkpointer;
  },
  async destroyCheckpointer(checkpointer) {
    await checkpointer.close();
    await rm(folders.get(checkpointer) ?? "", { recursive: true });
  },
});

let postgres: Postgres;

validate<OpenCheckpointer>({
  checkpointerName: "@langchain/langgraph-checkpoint-postgres",
  beforeAllTimeout: 60_000,
  async beforeAll() {
    postgres = await startPostgres();
  },
  afterAll: () => postgres.stop(),
  createCheckpointer: async () => openCheckpointer(await postgres.createDatabase()),
  destroyCheckpointer: (checkpointer) => checkpointer.close(),
});
