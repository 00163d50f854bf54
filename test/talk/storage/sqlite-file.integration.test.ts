import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { openCheckpointer, openThreads } from "../../../src/talk/storage/open.js";
import { SqliteCheckpointer } from "../../../src/talk/storage/sqlite-checkpointer.js";
import { metadataField } from "../../../src/talk/storage/sqlite-file.js";
import { compiled } from "../../support/compiled.js";
import { on, talkGraph } from "./talk.js";

const run = promisify(execFile);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-file-"));
  file = join(folder, "talks.db");
});
afterEach(() => rm(folder, { recursive: true }));

function alter(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

async function makeFile(turns = 3): Promise<void> {
  const checkpointer = new SqliteCheckpointer(file);
  await talkGraph(checkpointer).invoke({ limit: turns }, on("talk"));
  await checkpointer.close();
}

async function expectRefused(message: RegExp, code = "storage-failed"): Promise<void> {
  const before = await readFile(file);
  await expect(openCheckpointer(file)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
  expect((await readFile(file)).equals(before)).toBe(true);
}

describe("openCheckpointer rejects, without changing it,", () => {
  it("another program's file", async () => {
    alter("CREATE TABLE cakes (name TEXT)");
    await expectRefused(/another program's database; choose another file/);
  });

  it("another program's file that has a write-ahead log", async () => {
    const other = new DatabaseSync(file);
    other.exec("PRAGMA journal_mode = WAL; CREATE TABLE cakes (name TEXT)");
    await expectRefused(/another program's database/);
    other.close();
  });

  it.each([
    ["Dear diary, ".repeat(100), /not a SQLite file; choose another file/],
    ["!", /another program's database; choose another file/],
  ])("a file that is not a database", async (text, message) => {
    await writeFile(file, text);
    await expectRefused(message);
  });

  it("a file of a newer version", async () => {
    await makeFile();
    alter("PRAGMA user_version = 99");
    await expectRefused(/talks\.db” was saved by a newer Rostrum, in format 99;.* Update Rostrum/, "unreadable-save");
  });

  it("a file that is truncated", async () => {
    await makeFile();
    await truncate(file, 2 * 16_384);
    await expectRefused(/the saved data is damaged; restore a backup/);
  });

  it("a folder", async () => {
    await mkdir(file);
    await expect(openCheckpointer(file)).rejects.toThrow(/is a folder; name a file/);
  });
});

it("openCheckpointer creates a missing file with its folders", async () => {
  const deep = join(folder, "a", "b", "talks.db");
  await (await openCheckpointer(deep)).close();
  expect((await readFile(deep)).length).toBeGreaterThan(0);
});

it("openCheckpointer reports a folder that cannot be created", async () => {
  await writeFile(file, "");
  await expect(openCheckpointer(join(file, "talks.db"))).rejects.toThrow(
    /cannot be opened; if it is a file, check its folder/,
  );
});

it("a file opens without losses after its process died while copying the log into the file", async () => {
  const checkpointer = new SqliteCheckpointer(file);
  await talkGraph(checkpointer).invoke({ limit: 5 }, on("talk"));
  const [left, log] = [join(folder, "left.db"), await readFile(`${file}-wal`)];
  await checkpointer.close();
  await copyFile(file, left);
  await truncate(left, 2 * 16_384);
  await writeFile(`${left}-wal`, log);
  const again = new SqliteCheckpointer(left);
  expect((await talkGraph(again).getState(on("talk"))).values.turn).toBe(5);
  await again.close();
});

it("a file of the first format is read, and its conversation continues", async () => {
  await makeFile();
  alter(
    "DROP INDEX checkpoint_steps; DROP INDEX checkpoint_order; ALTER TABLE checkpoints DROP COLUMN sequence; PRAGMA user_version = 1",
  );
  alter("DROP INDEX contents_of_thread; ALTER TABLE contents DROP COLUMN thread");
  alter("DROP TABLE threads; CREATE TABLE threads (name TEXT PRIMARY KEY, record TEXT, owner TEXT) WITHOUT ROWID");
  const [one, two] = [new SqliteCheckpointer(file), new SqliteCheckpointer(file)];
  expect((await talkGraph(one).getState(on("talk"))).values.turn).toBe(3);
  await talkGraph(two).invoke({ limit: 5 }, on("talk"));
  expect((await talkGraph(one).getState(on("talk"))).values.turn).toBe(5);
  await one.close();
  await two.close();
});

it("a file of an older format opens even if one row is damaged, and its other states are found by step", async () => {
  await makeFile();
  alter(`DROP INDEX checkpoint_steps; DROP TABLE threads; PRAGMA user_version = 3;
    CREATE TABLE threads (name TEXT PRIMARY KEY, record TEXT, owner TEXT) WITHOUT ROWID;
    UPDATE checkpoints SET metadata = '{"step":' WHERE sequence = 1`);
  const checkpointer = new SqliteCheckpointer(file);
  const states = talkGraph(checkpointer).getStateHistory(on("talk"), { filter: { step: 2 } });
  expect((await states.next()).value).toMatchObject({ metadata: { step: 2 } });
  const [plan] = checkpointer.file.all<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT * FROM checkpoints WHERE thread_id = ? AND ${metadataField("step")} = ?
      ORDER BY sequence DESC`,
    ...["talk", "2"],
  );
  expect(plan?.detail).toContain("USING INDEX checkpoint_steps");
  await checkpointer.close();
});

it("a checkpointer reports a damaged file", async () => {
  await makeFile(40);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(7, 16_384));
  const checkpointer = new SqliteCheckpointer(file);
  await expect(checkpointer.getTuple(on("talk"))).rejects.toMatchObject({
    code: "storage-failed",
    message: expect.stringMatching(/the saved data is damaged; restore a backup/),
  });
  await checkpointer.close();
});

it("a closed checkpointer reports that it is closed", async () => {
  const checkpointer = new SqliteCheckpointer(file);
  await checkpointer.close();
  await checkpointer.close();
  await expect(checkpointer.getTuple(on("talk"))).rejects.toThrow(/already closed; open it again/);
});

it("openThreads rejects a file that is not writable", async () => {
  await makeFile();
  await chmod(file, 0o444);
  await chmod(folder, 0o555);
  const script = `import { openThreads } from ${JSON.stringify(compiled("src/talk/storage/open.ts"))};
    await openThreads(${JSON.stringify(file)}).catch(({ code, message }) => console.log(code, message));`;
  const place = await mkdtemp(join(tmpdir(), "rostrum-reader-"));
  await chmod(place, 0o777);
  await writeFile(join(place, "open.mjs"), script);
  // Runs as another user, because root can write to every file.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const env = { ...process.env, NODE_OPTIONS: "", TMPDIR: place };
  const before = await readFile(file);
  const { stdout } = await run(process.execPath, [join(place, "open.mjs")], { ...nobody, env });
  expect(stdout).toMatch(/^storage-failed .*talks\.db: not writable; check its permissions/);
  expect((await readFile(file)).equals(before)).toBe(true);
  await chmod(folder, 0o755);
  await rm(place, { recursive: true });
});

describe("a full disk", () => {
  it("ends the run at SQLite's own limit, and the run later resumes without losses", async () => {
    const checkpointer = new SqliteCheckpointer(file);
    const graph = talkGraph(checkpointer);
    await graph.invoke({ limit: 2 }, on("talk"));
    const [{ page_count: pages = 0 } = {}] = checkpointer.file.all<{ page_count: number }>("PRAGMA page_count");
    checkpointer.file.run(`PRAGMA max_page_count = ${pages + 2}`);
    await expect(graph.invoke({ limit: 60 }, on("talk"))).rejects.toMatchObject({
      code: "storage-failed",
      message: expect.stringMatching(/disk is full; free some space and try again/),
    });
    checkpointer.file.run("PRAGMA max_page_count = 100000");
    expect(checkpointer.file.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    const { turn, messages } = (await graph.getState(on("talk"))).values;
    expect(turn).toBeGreaterThanOrEqual(2);
    expect(messages).toHaveLength(turn);
    const resumed = await graph.invoke(null, on("talk"));
    expect(resumed.messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 60 }, (_each, turn) => `calm-${turn + 1}`),
    );
    await checkpointer.close();
  });

  const canMount = process.getuid?.() === 0 && process.platform === "linux";
  (canMount ? it : it.skip)("ends the run on a disk that is really full", async () => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    await run("mount", ["-t", "tmpfs", "-o", "size=600k", "tmpfs", disk]);
    try {
      const checkpointer = new SqliteCheckpointer(join(disk, "talks.db"));
      const graph = talkGraph(checkpointer);
      await expect(graph.invoke({ limit: 60 }, on("talk"))).rejects.toMatchObject({
        code: "storage-failed",
        message: expect.stringMatching(/disk is full|the disk cannot be/),
      });
      await run("mount", ["-o", "remount,size=60m", disk]);
      expect(checkpointer.file.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
      const { messages } = await graph.invoke(null, on("talk"));
      expect(new Set(messages.map(({ id }) => id)).size).toBe(60);
      await checkpointer.close();
    } finally {
      await run("umount", [disk]);
    }
  });
});

describe("several processes", () => {
  const inProcess = (body: string) => {
    const imports = `import { SqliteCheckpointer } from ${JSON.stringify(compiled("src/talk/storage/sqlite-checkpointer.ts"))};
      import { openCheckpointer } from ${JSON.stringify(compiled("src/talk/storage/open.ts"))};
      const at = (id) => ({ configurable: { thread_id: id, checkpoint_ns: "" } });
      const checkpoint = (id) => ({ v: 4, id: String(id).padStart(6, "0"), ts: "", channel_versions: {}, versions_seen: {},
        channel_values: { notes: Array.from({ length: id }, (_each, note) => ({ note, text: "because ".repeat(20) })) } });`;
    // Node.js 22 warns that its SQLite is experimental.
    const options = ["--disable-warning=ExperimentalWarning", "--input-type=module"];
    return run(process.execPath, [...options, "-e", `${imports}\n${body}`], {
      env: { ...process.env, NODE_OPTIONS: "" },
      timeout: 50_000,
      killSignal: "SIGKILL",
    }).catch((error: Error) => error);
  };

  it("create and write one file at once", async () => {
    const names = ["one", "two", "three"];
    const write = (name: string) => `const checkpointer = await openCheckpointer(${JSON.stringify(file)});
      for (let id = 1; id <= 100; id += 1) await checkpointer.put(at("${name}"), checkpoint(id), {});
      console.log("done");`;
    for (const ended of await Promise.all(names.map((name) => inProcess(write(name)))))
      expect(ended).toMatchObject({ stdout: "done\n", stderr: "" });
    const checkpointer = new SqliteCheckpointer(file);
    expect(checkpointer.file.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    for (const name of names)
      for (let id = 1; id <= 100; id += 1) {
        const configurable = { thread_id: name, checkpoint_id: String(id).padStart(6, "0") };
        expect((await checkpointer.getTuple({ configurable }))?.checkpoint.channel_values["notes"]).toHaveLength(id);
      }
    await checkpointer.close();
  });

  it("may open a file in which another process has not yet created the tables", async () => {
    alter("PRAGMA page_size = 16384; PRAGMA auto_vacuum = INCREMENTAL");
    expect((await readFile(file)).length).toBe(16384);
    const checkpointer = await openCheckpointer(file);
    await talkGraph(checkpointer).invoke({ limit: 1 }, on("talk"));
    await checkpointer.close();
  });

  it("keep the last completed save when one is killed", async () => {
    const ended = await inProcess(`const checkpointer = new SqliteCheckpointer(${JSON.stringify(file)});
      setTimeout(() => process.kill(process.pid, "SIGKILL"), 300);
      for (let id = 1; ; id += 1) {
        await checkpointer.put(at("talk"), checkpoint(id), {});
        console.log(id);
        await new Promise(setImmediate);
      }`);
    const saved = String((ended as unknown as { stdout: string }).stdout)
      .trim()
      .split("\n")
      .map(Number);
    const checkpointer = new SqliteCheckpointer(file);
    expect(checkpointer.file.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    const tuple = await checkpointer.getTuple(on("talk"));
    expect(Number(tuple?.checkpoint.id)).toBeGreaterThanOrEqual(saved.at(-1) ?? Number.NaN);
    expect(tuple?.checkpoint.channel_values["notes"]).toHaveLength(Number(tuple?.checkpoint.id));
    await checkpointer.close();
  });

  it("lose their locks when they are killed", async () => {
    const threads = await openThreads(file);
    await inProcess(`import { openThreads } from ${JSON.stringify(compiled("src/talk/storage/open.ts"))};
      await (await openThreads(${JSON.stringify(file)})).take("talk"); process.kill(process.pid, "SIGKILL");`);
    await threads.take("talk");
    await threads.close();
  });
});
