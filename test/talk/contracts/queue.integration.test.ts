import { afterAll, beforeAll, describe } from "@jest/globals";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { keepsConversationsInWorkers } from "./workers.js";

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

describe("conversations of two workers, in PostgreSQL", () => {
  keepsConversationsInWorkers(async () => {
    const address = await postgres.createDatabase();
    return { address, listenAt: address };
  });
});
