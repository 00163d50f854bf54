import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Conversations, openConversations, startWorker, type Worker } from "../../src/index.js";
import { root, run } from "../package/pack.js";
import { createHeldModel } from "../support/held-model.js";
import { type Postgres, startPostgres } from "../support/postgres.js";
import { codeBlocks, databaseAddress, pages } from "./pages.js";

const folder = join(root, ".rostrum", `workers-${process.pid}`);
const { model, ...controls } = createHeldModel();
let postgres: Postgres;
let address: string;
let worker: Worker;
let conversations: Conversations;

beforeAll(async () => {
  postgres = await startPostgres();
  address = await postgres.createDatabase();
  worker = await startWorker(address, { model });
  conversations = await openConversations(address, { queue: true, model });
  await mkdir(folder, { recursive: true });
});

afterAll(async () => {
  controls.release();
  await conversations.close();
  await worker.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

async function reach(thread: string, wanted: string) {
  for await (const event of conversations.follow(thread)) if (event.type === "status" && event.status === wanted) break;
}

it("the program runs failed conversations again, but not those that were resumed or removed in the meantime", async () => {
  const guide = pages.find(({ path }) => path === "docs/guides/workers.md")?.text ?? "";
  const [program = ""] = codeBlocks(guide, "js");
  const file = join(folder, "redrive.mjs");
  await writeFile(file, program.replace(databaseAddress, address));

  void controls.failAfter(0);
  for (const thread of ["ferry", "bridge", "tunnel"])
    await conversations.start("round-robin", { thread, input: { maxTurns: 2 } });
  for (const thread of ["ferry", "bridge", "tunnel"]) await reach(thread, "failed");
  controls.release();
  await conversations.resume("bridge");
  await reach("bridge", "ended");
  await conversations.remove("tunnel");

  const { stdout } = await run(process.execPath, [file]);
  expect(stdout).toBe("2\n");
  await reach("ferry", "ended");
  const { conversations: listed } = await conversations.list();
  expect(listed.map(({ thread, status }) => `${thread}: ${status}`).toSorted()).toEqual([
    "bridge: ended",
    "ferry: ended",
  ]);
  expect((await conversations.read("bridge")).state.turn).toBe(2);
  const left = await postgres.query(address, "SELECT FROM rostrum_queue.job WHERE name = 'failed-stretches'");
  expect(left).toEqual([]);
});
