import { afterEach, expect, it, jest } from "@jest/globals";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { openCheckpointer, openThreads } from "../../../src/talk/storage/open.js";
import type { OpenCheckpointer } from "../../../src/talk/storage/threads.js";
import { temporaryDatabases } from "../../support/databases.js";
import { interceptQueries } from "../../support/queries.js";

const { createDatabase } = temporaryDatabases();
afterEach(() => void jest.restoreAllMocks());

function beforeChanges(before: () => Promise<void>): void {
  interceptQueries(async (query, sql) => {
    if (sql.includes("fence AS")) await before();
    return query();
  });
}

const configOf = (thread_id: string, checkpoint_id?: string) => ({
  configurable: { thread_id, checkpoint_ns: "", checkpoint_id },
});

const messages = (name: string, count: number) =>
  Array.from({ length: count }, (_each, index) => ({ id: `${name} ${index}`, text: `${name} ${index} `.repeat(50) }));

async function put(checkpointer: OpenCheckpointer, thread: string, value: unknown): Promise<void> {
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(1), channel_values: { value } };
  const versions = { value: Math.random() };
  const metadata = { source: "loop", step: 1, parents: {} } as const;
  const config = configOf(thread);
  await checkpointer.put(config, { ...checkpoint, channel_versions: versions }, metadata, versions);
}

const latest = async (checkpointer: OpenCheckpointer, thread: string) =>
  (await checkpointer.getTuple(configOf(thread)))?.checkpoint.channel_values;

it("a checkpointer saves the texts of a value that is written while other changes of the thread finish", async () => {
  const checkpointer = await openCheckpointer(await createDatabase());
  const origin = messages("origin", 40);
  await checkpointer.putWrites(configOf("origin", "1"), [["messages", origin]], "task 0");
  await put(checkpointer, "fork", "begin");
  const { checkpoint } = (await checkpointer.getTuple(configOf("fork"))) ?? {};
  const config = configOf("fork", checkpoint?.id);

  const changes: PromiseWithResolvers<void>[] = [];
  const begun: (() => void)[] = [];
  const nextChange = () => new Promise<void>((resolve) => begun.push(resolve));
  beforeChanges(() => {
    const change = Promise.withResolvers<void>();
    changes.push(change);
    begun.shift()?.();
    return change.promise;
  });
  const both = [nextChange(), nextChange()];
  const first = checkpointer.putWrites(config, [["count", 1]], "task 1");
  const second = checkpointer.putWrites(config, [["count", 2]], "task 2");
  await Promise.all(both);
  changes[0]?.resolve();
  await first;
  // This call notes the text of `own` as unsaved, and then waits until the texts of `messages` have been copied.
  const copying = nextChange();
  const third = checkpointer.putWrites(
    config,
    [
      ["own", messages("own", 1)],
      ["messages", origin],
    ],
    "task 3",
  );
  await copying;
  changes[1]?.resolve();
  await second;
  const saving = nextChange();
  changes[2]?.resolve();
  await saving;
  changes[3]?.resolve();
  await third;
  jest.restoreAllMocks();

  const writes = (await checkpointer.getTuple(config))?.pendingWrites;
  expect(writes).toContainEqual(["task 3", "own", messages("own", 1)]);
  expect(writes).toContainEqual(["task 3", "messages", origin]);
  await checkpointer.close();
});

it("once the lock has been released, a failed change is not retried without the lock's token", async () => {
  const address = await createDatabase();
  const [one, two] = [await openThreads(address), await openThreads(address)];
  await one.take("talk");
  const failed = Promise.withResolvers<void>();
  beforeChanges(async () => {
    failed.resolve();
    throw new Error("Connection terminated unexpectedly");
  });
  const stale = put(one.checkpointer, "talk", "stale");
  const outcome = expect(stale).rejects.toMatchObject({ code: "storage-failed", details: { fault: "taken-over" } });
  await failed.promise;
  await one.release("talk");
  jest.restoreAllMocks();
  await two.take("talk");
  await put(two.checkpointer, "talk", "newer");
  await outcome;
  expect(await latest(two.checkpointer, "talk")).toEqual({ value: "newer" });
  await one.close();
  await two.close();
});

it("a text is not saved again if the thread is read during a save", async () => {
  const checkpointer = await openCheckpointer(await createDatabase());
  await put(checkpointer, "talk", messages("own", 1));
  const made = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const saved: unknown[] = [];
  interceptQueries(async (query, sql, values) => {
    const answer = await query();
    if (!sql.includes("fence AS")) return answer;
    saved.push(values[2]);
    made.resolve();
    await answered.promise;
    return answer;
  });
  const saving = put(checkpointer, "talk", "short");
  await made.promise;
  expect(await latest(checkpointer, "talk")).toEqual({ value: "short" });
  answered.resolve();
  await saving;
  await put(checkpointer, "talk", messages("own", 1));
  expect(saved).toEqual(["[]", "[]"]);
  await checkpointer.close();
});
