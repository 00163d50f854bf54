import { afterAll, beforeAll, describe } from "@jest/globals";
import { openConversations } from "../../../src/talk/conversations/open.js";
import { createHeldModel } from "../../support/held-model.js";
import { startPooledPostgres } from "../../support/pooler.js";
import { keepsConversations } from "./conversations.js";
import { keepsThreads } from "./threads.js";
import { keepsConversationsInWorkers } from "./workers.js";

let postgres: Awaited<ReturnType<typeof startPooledPostgres>>;
const createDatabase = async () => (await postgres.createDatabase()).pooled;

beforeAll(async () => {
  postgres = await startPooledPostgres();
}, 300_000);

afterAll(() => postgres.stop());

describe("conversations in PostgreSQL, through PgBouncer in transaction mode", () => {
  const { model, ...controls } = createHeldModel();
  let address: string;
  beforeAll(async () => {
    address = await createDatabase();
  });

  keepsConversations({
    ...controls,
    open: () => openConversations(address, { model, pollMs: 50 }),
    forksIntoOtherModes: true,
  });
});

describe("conversations of two workers, through PgBouncer in transaction mode", () => {
  keepsConversationsInWorkers(async () => {
    const { direct, pooled } = await postgres.createDatabase();
    return { address: pooled, listenAt: direct };
  });
});

describe("threads in PostgreSQL, through PgBouncer in transaction mode", () => {
  keepsThreads(createDatabase, { doLocksExpire: true });
});
