import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { openConversations, startWorker, type Worker } from "../../src/index.js";
import type { SharedConversations } from "../../src/talk/conversations/port/port.js";
import { inputFor } from "./any-mode.js";
import { createHeldSpeeches } from "./held-speeches.js";
import { type Postgres, startPostgres } from "./postgres.js";

/** Call at the top of a suite. Do not read `address` outside of tests, because it is set only just before they run. */
export function suiteQueue() {
  const speeches = createHeldSpeeches();
  let postgres: Postgres;
  let closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    suite.address = await postgres.createDatabase();
  });
  afterEach(async () => {
    speeches.release();
    for (const close of closing.reverse()) await close();
    closing = [];
  });
  afterAll(() => postgres.stop());

  const suite = {
    speeches,
    address: "",
    query: (sql: string) => postgres.query(suite.address, sql),
    closeLater(close: () => Promise<void>): void {
      closing.push(close);
    },
    async work(options: Parameters<typeof startWorker>[1] = {}): Promise<Worker> {
      const worker = await startWorker(suite.address, { model: speeches.model, ...options });
      closing.push(() => worker.stop({ graceMs: 0 }));
      return worker;
    },
    async open(options: Parameters<typeof openConversations>[1] = {}): Promise<SharedConversations> {
      const conversations = await openConversations(suite.address, { queue: true, pollMs: 50, ...options });
      closing.push(() => conversations.close());
      return conversations;
    },
    async begin(conversations: SharedConversations, input: object = {}): Promise<string> {
      return (await conversations.start("round-robin", { input: inputFor("round-robin", { maxTurns: 3, ...input }) }))
        .thread;
    },
  };
  return suite;
}
