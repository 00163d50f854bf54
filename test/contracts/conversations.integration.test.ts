/** The adapters of the port `Conversations`, each in every place where it can be. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "@jest/globals";
import { openConversations } from "../../src/conversations/local-conversations.js";
import { startHeldModel } from "../support/held-model.js";
import { type Postgres, startPostgres } from "../support/postgres.js";
import { keepsConversations } from "./conversations.js";

let folder: string;
let postgres: Postgres;
let model: Awaited<ReturnType<typeof startHeldModel>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-conversations-"));
  postgres = await startPostgres();
  model = await startHeldModel();
}, 60_000);

afterAll(async () => {
  await model.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

describe.each(["memory", "sqlite", "postgres"] as const)("in process, kept in %s", (kind) => {
  let address: string;
  beforeAll(async () => {
    address = { memory: "memory", sqlite: join(folder, "talks.db"), postgres: await postgres.createDatabase() }[kind];
  });

  keepsConversations({
    open: () => openConversations(address, { pollMs: 100 }),
    holdAfter: (answers) => model.holdAfter(answers),
    release: () => model.release(),
  });
});
