/**
 * Runs LangGraph's own test suite for checkpointers. For SQLite, passes the name of LangGraph's SQLite checkpointer, so
 * that the suite skips a case that expects a checkpoint to store only the channels that have changed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, jest } from "@jest/globals";
import { validate } from "@langchain/langgraph-checkpoint-validation";
import { openCheckpointer } from "../../../src/talk/storage/open.js";
import type { OpenCheckpointer } from "../../../src/talk/storage/threads.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";

// The suite uses `expect.soft`, which Jest does not have.
Object.assign(globalThis, { expect: Object.assign(expect, { soft: expect }) });

// On a busy machine, stopping PostgreSQL can take longer than the default timeout.
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
let address: string;

validate<OpenCheckpointer>({
  checkpointerName: "@langchain/langgraph-checkpoint-postgres",
  beforeAllTimeout: 120_000,
  async beforeAll() {
    postgres = await startPostgres();
    address = await postgres.createDatabase();
  },
  afterAll: () => postgres.stop(),
  createCheckpointer: () => openCheckpointer(address),
  // Empties the checkpoint tables, because creating a database for each checkpointer would take longer.
  async destroyCheckpointer(checkpointer) {
    await checkpointer.close();
    await postgres.query(address, "TRUNCATE checkpoints, checkpoint_blobs, checkpoint_writes");
  },
});
