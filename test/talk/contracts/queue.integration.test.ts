/** Runs the `Conversations` port's contract with a queue and workers. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { openConversations, startWorker, type Worker } from "../../../src/index.js";
import { createHeldModel } from "../../support/held-model.js";
import { startPooledPostgres } from "../../support/pooler.js";
import { keepsConversations } from "./conversations.js";

let postgres: Awaited<ReturnType<typeof startPooledPostgres>>;

beforeAll(async () => {
  postgres = await startPooledPostgres();
}, 60_000);

afterAll(() => postgres.stop());

describe.each([
  ["in PostgreSQL", false],
  ["through PgBouncer in transaction mode", true],
])("conversations of two workers, %s", (_where, isPooled) => {
  const { model, ...controls } = createHeldModel();
  let address: string;
  let listenAt: string;
  let workers: Worker[];
  beforeAll(async () => {
    const { direct, pooled } = await postgres.createDatabase();
    listenAt = direct;
    address = isPooled ? pooled : direct;
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
