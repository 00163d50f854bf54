import { copyFile, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { BaseMessage } from "@langchain/core/messages";
import { describeError } from "../../../src/errors/describe-error.js";
import type { RostrumError } from "../../../src/errors/rostrum-error.js";
import { openCheckpointer, openThreads } from "../../../src/talk/storage/open.js";
import { SqliteFile } from "../../../src/talk/storage/sqlite-file.js";
import type { ThreadRecord } from "../../../src/talk/storage/threads.js";
import { fixtureOf } from "../saved/fixtures.js";
import { on, talkGraph } from "./talk.js";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-in-use-"));
  file = join(folder, "talks.db");
});
afterEach(() => rm(folder, { recursive: true }));

const record = (name: string, turn: number): ThreadRecord => ({
  ...{ name, mode: "bidding", title: null, input: {}, context: {}, state: "ended", turn },
  ...{ createdAt: "2031-05-04T12:00:00.000Z", updatedAt: "2031-05-04T12:00:00.000Z" },
});

async function makeFile(turns = 3): Promise<void> {
  const checkpointer = await openCheckpointer(file);
  await talkGraph(checkpointer).invoke({ limit: turns }, on("talk"));
  await checkpointer.close();
}

function lock(path = file): () => void {
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  return () => {
    other.exec("COMMIT");
    other.close();
  };
}

const someTime = () => new Promise((resolve) => setTimeout(resolve, 60));

describe("while another process is writing to a SQLite file,", () => {
  it("SQLite itself does not wait, because that would block this process", async () => {
    const opened = await SqliteFile.open(file);
    expect(opened.all("PRAGMA busy_timeout")).toEqual([{ timeout: 0 }]);
    const unlock = lock();
    expect(() => opened.run("BEGIN IMMEDIATE")).toThrow(expect.objectContaining({ code: "storage-failed" }));
    unlock();
    await opened.close();
  });

  it("a conversation waits, and loses nothing", async () => {
    await makeFile(2);
    const checkpointer = await openCheckpointer(file);
    const unlock = lock();
    let isDone = false;
    const running = talkGraph(checkpointer)
      .invoke({ limit: 6 }, on("talk"))
      .finally(() => (isDone = true));
    for (let round = 0; round < 10; round += 1) await someTime();
    expect(isDone).toBe(false);
    unlock();
    expect((await running).messages).toHaveLength(6);
    await checkpointer.close();
    const again = await openCheckpointer(file);
    const { messages } = (await talkGraph(again).getState(on("talk"))).values as { messages: BaseMessage[] };
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: 6 }, (_each, turn) => `calm-${turn + 1}`));
    await again.close();
  });

  it("changes wait, and take effect in the order of the calls", async () => {
    const threads = await openThreads(file);
    await threads.save(record("talk", 0));
    const unlock = lock();
    const listed = [
      threads.save(record("talk", 1)),
      threads.take("talk"),
      threads.save(record("talk", 2)),
      threads.inbox.put(["inbox"], "one", { text: "Hm." }),
      threads.remove("other"),
      threads.save(record("talk", 3)),
      threads.find("talk"),
      threads.save(record("talk", 4)),
      threads.find("talk"),
    ];
    await expect(threads.take("talk")).rejects.toMatchObject({ code: "thread-in-use" });
    await someTime();
    unlock();
    const results = await Promise.all(listed);
    expect(results[6]).toEqual(record("talk", 3));
    expect(results[8]).toEqual(record("talk", 4));
    expect(await threads.inbox.get(["inbox"], "one")).toMatchObject({ value: { text: "Hm." } });
    await threads.close();
  });

  it("closing waits until all changes are saved", async () => {
    const threads = await openThreads(file);
    const unlock = lock();
    const saving = threads.save(record("talk", 1));
    const closing = threads.close();
    await someTime();
    unlock();
    await Promise.all([saving, closing]);
    const again = await openThreads(file);
    expect(await again.find("talk")).toEqual(record("talk", 1));
    await again.close();
  });

  it("a thread that could not be taken can be taken later", async () => {
    const threads = await openThreads(file);
    const unlock = lock();
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    const taking = expect(threads.take("talk")).rejects.toMatchObject({ details: { fault: "locked" } });
    await jest.advanceTimersByTimeAsync(40_000);
    jest.useRealTimers();
    await taking;
    unlock();
    await threads.take("talk");
    await threads.close();
  });

  it("a file opens only once its tables are up to date", async () => {
    await copyFile(fixtureOf("database", 3), file);
    const unlock = lock();
    let isOpen = false;
    const opening = openThreads(file).finally(() => (isOpen = true));
    await someTime();
    expect(isOpen).toBe(false);
    unlock();
    const threads = await opening;
    expect(await threads.list()).toHaveLength(2);
    await threads.close();
  });

  it("a change fails with the reason within 40 seconds", async () => {
    const checkpointer = await openCheckpointer(file);
    const unlock = lock();
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    const refused = expect(talkGraph(checkpointer).invoke({ limit: 1 }, on("talk"))).rejects.toMatchObject({
      code: "storage-failed",
      message: expect.stringMatching(/another process or connection is using it/),
    });
    await jest.advanceTimersByTimeAsync(29_000);
    await jest.advanceTimersByTimeAsync(11_000);
    jest.useRealTimers();
    await refused;
    unlock();
    expect((await talkGraph(checkpointer).invoke({ limit: 1 }, on("talk"))).messages).toHaveLength(1);
    await checkpointer.close();
  });
});

describe("a file that is deleted or replaced while it is in use", () => {
  const gone = {
    code: "storage-failed",
    details: expect.objectContaining({ fault: "file-gone" }),
    message: expect.stringMatching(/the file was deleted or replaced while in use; move the original back, or restart/),
  };

  it("is noticed by the next change, and a replacement file stays unchanged", async () => {
    await makeFile();
    const checkpointer = await openCheckpointer(file);
    const graph = talkGraph(checkpointer);
    expect((await graph.getState(on("talk"))).values.turn).toBe(3);
    const aside = join(folder, "aside.db");
    await rename(file, aside);
    const refused = await graph.invoke({ limit: 4 }, on("talk")).catch((error: unknown) => error);
    expect(refused).toMatchObject(gone);
    expect(describeError(refused as RostrumError, "zh")).toMatch(/文件在使用期间被删除或替换；请把它放回原处/);
    expect((await graph.getState(on("talk"))).values.turn).toBe(3);
    await copyFile(aside, file);
    const before = await readFile(file);
    await expect(graph.invoke({ limit: 4 }, on("talk"))).rejects.toMatchObject(gone);
    expect((await readFile(file)).equals(before)).toBe(true);
    await rename(aside, file);
    expect((await graph.invoke({ limit: 4 }, on("talk"))).turn).toBe(4);
    await checkpointer.close();
  });

  it("rejects changes to records, locks and the inbox", async () => {
    const threads = await openThreads(file);
    await threads.take("talk");
    await rm(file);
    for (const change of [
      () => threads.save(record("talk", 1)),
      () => threads.take("other"),
      () => threads.remove("talk"),
      () => threads.inbox.put(["inbox"], "one", { text: "Hm." }),
      () => threads.release("talk"),
    ])
      await expect(change()).rejects.toMatchObject(gone);
    await threads.close();
  });
});
