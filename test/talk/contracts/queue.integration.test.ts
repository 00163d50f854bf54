/** Runs the contract of conversations on a queue, whose workers run the conversations. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { openConversations, startWorker, type Worker } from "../../../src/index.js";
import { createHeldModel } from "../../support/held-model.js";
import { startPooler } from "../../support/pooler.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { keepsConversations } from "./conversations.js";

let postgres: Postgres;
let pooler: Awaited<ReturnType<typeof startPooler>>;

beforeAll(async () => {
  postgres = await startPostgres();
  pooler = await startPooler(await postgres.createDatabase());
}, 60_000);

afterAll(async () => {
  await pooler.stop();
  await postgres.stop();
});

describe.each([
  ["in PostgreSQL", false],
  ["through PgBouncer in transaction mode", true],
])("conversations of two workers, %s", (_where, isPooled) => {
  const { model, ...controls } = createHeldModel();
  let address: string;
  let listenAt: string;
  let workers: Worker[];
  beforeAll(async () => {
    listenAt = await postgres.createDatabase();
    address = isPooled ? pooler.addressOf(listenAt) : listenAt;
    workers = await Promise.all([1, 2].map(() => startWorker(address, { model, listenAt })));
  });
  afterAll(async () => {
    controls.release();
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  keepsConversations({
    ...controls,
    open: () => openConversations(address, { queue: { listenAt }, model }),
    forksIntoOtherModes: true,
    opensLater: true,
  });
});
