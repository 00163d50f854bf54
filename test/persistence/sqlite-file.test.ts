/** Files that cannot be used: each says what is wrong and what to do, and stays as it was. */
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { openLastingDatabase } from "../../src/storage/lasting-database.js";
import { openCheckpointer } from "../../src/storage/open-checkpointer.js";
import { openThreads } from "../../src/storage/open-threads.js";
import { SqliteCheckpointer } from "../../src/storage/sqlite-checkpointer.js";
import { ScriptedModel } from "../../src/testing/index.js";
import { compileMode, inputFor } from "../support/any-mode.js";
import { compiled } from "../support/compiled.js";
import { plainAnswer } from "../support/plain-answers.js";

const run = promisify(execFile);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-file-"));
  file = join(folder, "talks.db");
});
afterEach(() => rm(folder, { recursive: true }));

const thread = { configurable: { thread_id: "talk" } };

async function talk(checkpointer: SqliteCheckpointer, model = new ScriptedModel(plainAnswer)) {
  return compileMode("bidding", { model }, { checkpointer }).invoke(inputFor("bidding"), thread);
}

/** A file with a conversation in it. */
async function makeFile(): Promise<void> {
  const checkpointer = new SqliteCheckpointer(file);
  await talk(checkpointer);
  await checkpointer.close();
}

async function expectRefused(message: RegExp): Promise<void> {
  const before = await readFile(file);
  await expect(openCheckpointer(`sqlite:${file}`)).rejects.toMatchObject({
    code: "storage-failed",
    message: expect.stringMatching(message),
  });
  expect((await readFile(file)).equals(before)).toBe(true);
}

describe("a file that is not ours", () => {
  it("is left alone: another program's database", async () => {
    const other = openLastingDatabase(file);
    other.exec("CREATE TABLE cakes (name TEXT)");
    other.close();
    await expectRefused(/database of another program; choose another file/);
  });

  it("is left alone: no database at all", async () => {
    await writeFile(file, "Dear diary, ".repeat(100));
    await expectRefused(/no SQLite file; choose another file/);
  });

  it("is left alone: one that a newer version wrote", async () => {
    await makeFile();
    const newer = openLastingDatabase(file);
    newer.pragma("user_version = 99");
    newer.close();
    await expectRefused(/newer version of Rostrum; update/);
  });

  it("that an earlier version wrote is read, and no longer open to that version", async () => {
    await makeFile();
    const earlier = openLastingDatabase(file);
    earlier.pragma("user_version = 1");
    earlier.close();
    const checkpointer = new SqliteCheckpointer(file);
    expect((await compileMode("bidding", {}, { checkpointer }).getState(thread)).values.turn).toBe(6);
    // Where an earlier version looks: in the file, not in the log beside it.
    expect((await readFile(file)).readUInt32BE(60)).toBe(2);
    await checkpointer.close();
  });

  it("is left alone: one whose end is missing", async () => {
    await makeFile();
    await truncate(file, 3 * 4096);
    await expectRefused(/its end is missing; restore a copy/);
  });

  it("is left alone: a folder", async () => {
    await mkdir(file);
    await expect(openCheckpointer(`sqlite:${file}`)).rejects.toThrow(/it is a folder; name a file/);
  });

  it("is made with its folders where it is missing", async () => {
    const deep = join(folder, "a", "b", "talks.db");
    const checkpointer = await openCheckpointer(`sqlite:${deep}`);
    await checkpointer.close();
    expect((await readFile(deep)).length).toBeGreaterThan(0);
  });
});

describe("a file that gives out in the middle", () => {
  it("on a full disk ends the run with what to do, keeps what was saved, and goes on once there is room", async () => {
    const checkpointer = new SqliteCheckpointer(file);
    const pages = Number(checkpointer.db.pragma("page_count", { simple: true }));
    // SQLite's own limit gives the very error of a full disk.
    checkpointer.db.pragma(`max_page_count = ${pages + 3}`);
    const model = new ScriptedModel(plainAnswer);
    const graph = compileMode("bidding", { model }, { checkpointer });
    await expect(graph.invoke(inputFor("bidding"), thread)).rejects.toMatchObject({
      code: "storage-failed",
      message: expect.stringMatching(/disk is full .*make room and go on/),
    });
    checkpointer.db.pragma("max_page_count = 100000");
    expect(checkpointer.db.pragma("integrity_check", { simple: true })).toBe("ok");
    const kept = (await graph.getState(thread)).values.messages.length;
    expect(kept).toBeGreaterThan(0);
    const { messages, turn } = await graph.invoke(null, thread);
    expect(turn).toBe(6);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(7);
    await checkpointer.close();
  });

  const canMount = process.getuid?.() === 0 && process.platform === "linux";
  (canMount ? it : it.skip)("on a disk that is really full does the same", async () => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    await run("mount", ["-t", "tmpfs", "-o", "size=300k", "tmpfs", disk]);
    try {
      const checkpointer = new SqliteCheckpointer(join(disk, "talks.db"));
      const graph = compileMode("bidding", { model: new ScriptedModel(plainAnswer) }, { checkpointer });
      const longTalk = { ...inputFor("bidding"), maxTurns: 60 };
      await expect(graph.invoke(longTalk, thread)).rejects.toMatchObject({
        code: "storage-failed",
        message: expect.stringMatching(/disk is full/),
      });
      await run("mount", ["-o", "remount,size=30m", disk]);
      expect(checkpointer.db.pragma("integrity_check", { simple: true })).toBe("ok");
      const { messages } = await graph.invoke(null, thread);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(61);
      await checkpointer.close();
    } finally {
      await run("umount", [disk]);
    }
  });

  it("is told from a broken program: what cannot be read says which file", async () => {
    await makeFile();
    const checkpointer = new SqliteCheckpointer(file);
    checkpointer.db.exec("DELETE FROM contents");
    await expect(compileMode("bidding", {}, { checkpointer }).getState(thread)).rejects.toThrow(
      /a part of the conversation is missing/,
    );
    await checkpointer.close();
  });
});

it("a file that may not be written to says so, and stays as it was", async () => {
  await makeFile();
  await chmod(file, 0o444);
  await chmod(folder, 0o555);
  // Whoever runs the tests as root may write to everything; somebody else is asked then.
  const script = `import { openThreads } from ${JSON.stringify(compiled("src/storage/open-threads.ts"))};
    const threads = await openThreads(${JSON.stringify(file)}).catch((error) => error);
    if (threads instanceof Error) console.log(threads.code, threads.message);
    else await threads.take("talk").then(() => console.log("taken"), (error) => console.log(error.code, error.message));`;
  const program = join(await mkdtemp(join(tmpdir(), "rostrum-reader-")), "open.mjs");
  await chmod(join(program, ".."), 0o777);
  await writeFile(program, script);
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const before = await readFile(file);
  const environment = { ...process.env, NODE_OPTIONS: "", TMPDIR: join(program, "..") };
  const { stdout } = await run(process.execPath, [program], {
    ...nobody,
    env: environment,
  });
  expect(stdout).toMatch(/^storage-failed .*talks\.db: it cannot be (?:written to|opened)/);
  expect((await readFile(file)).equals(before)).toBe(true);
  await chmod(folder, 0o755);
  await rm(join(program, ".."), { recursive: true });
});

describe("two at one thread", () => {
  it("gives no sign of life once it is closed, and one that cannot be given harms nobody", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
    try {
      const before = jest.getTimerCount();
      const threads = await openThreads(file);
      await threads.take("talk");
      expect(jest.getTimerCount()).toBe(before + 1);
      (threads.checkpointer as SqliteCheckpointer).db.close();
      expect(() => jest.advanceTimersByTime(60_000)).not.toThrow();
      await threads.close();
      expect(jest.getTimerCount()).toBe(before);
    } finally {
      jest.useRealTimers();
    }
  });

  it("a process that has died holds nothing", async () => {
    const threads = await openThreads(file);
    const other = openLastingDatabase(file);
    const dead = JSON.stringify({
      pid: 2 ** 22 - 3,
      host: (await import("node:os")).hostname(),
      until: Date.now() + 60_000,
    });
    other.prepare("INSERT INTO threads (name, record, owner) VALUES ('talk', '{}', ?)").run(dead);
    other.close();
    await (await threads.take("talk"))();
    await threads.close();
  });

  it("two processes that write to one file at once do not harm it", async () => {
    const names = ["one", "two"];
    const savers = names.map(() => new SqliteCheckpointer(file));
    await Promise.all(
      savers.map((checkpointer, index) =>
        compileMode("bidding", { model: new ScriptedModel(plainAnswer) }, { checkpointer }).invoke(
          inputFor("bidding"),
          {
            configurable: { thread_id: names[index] ?? "" },
          },
        ),
      ),
    );
    expect(savers[0]?.db.pragma("integrity_check", { simple: true })).toBe("ok");
    for (const checkpointer of savers) await checkpointer.close();
    const copy = join(folder, "copy.db");
    await copyFile(file, copy);
    const again = new SqliteCheckpointer(copy);
    for (const name of names) {
      const graph = compileMode("bidding", {}, { checkpointer: again });
      expect((await graph.getState({ configurable: { thread_id: name } })).values.turn).toBe(6);
    }
    await again.close();
  });
});
