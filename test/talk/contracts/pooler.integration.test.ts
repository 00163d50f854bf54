/** Runs the contracts of conversations and threads through a pooler that passes connections on between transactions. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { openConversations } from "../../../src/talk/conversations/open.js";
import { createHeldModel } from "../../support/held-model.js";
import { startPooler } from "../../support/pooler.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { keepsConversations } from "./conversations.js";
import { keepsThreads } from "./threads.js";

let postgres: Postgres;
let pooler: Awaited<ReturnType<typeof startPooler>>;
const createDatabase = async () => pooler.addressOf(await postgres.createDatabase());

beforeAll(async () => {
  postgres = await startPostgres();
  pooler = await startPooler(await postgres.createDatabase());
}, 60_000);

afterAll(async () => {
  await pooler.stop();
  await postgres.stop();
});

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

describe("threads in PostgreSQL, through PgBouncer in transaction mode", () => {
  keepsThreads(createDatabase, { doLocksExpire: true });
});
