import { afterAll, beforeAll } from "@jest/globals";
import { openConversations, startWorker, type Worker } from "../../../src/index.js";
import { createHeldModel } from "../../support/held-model.js";
import { keepsConversations } from "./conversations.js";

interface Addresses {
  readonly address: string;
  /** The address at which workers and conversations listen for notifications. */
  readonly listenAt: string;
}

export function keepsConversationsInWorkers(createDatabase: () => Promise<Addresses>): void {
  const { model, ...controls } = createHeldModel();
  let database: Addresses;
  let workers: Worker[];
  beforeAll(async () => {
    database = await createDatabase();
    const { address, listenAt } = database;
    workers = await Promise.all([1, 2].map(() => startWorker(address, { model, listenAt })));
  });
  afterAll(async () => {
    controls.release();
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  keepsConversations({
    ...controls,
    open: () => openConversations(database.address, { queue: { listenAt: database.listenAt }, model }),
    forksIntoOtherModes: true,
    opensLater: true,
  });
}
