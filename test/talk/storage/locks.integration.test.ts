import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { openThreads } from "../../../src/talk/storage/open.js";
import { compiled } from "../../support/compiled.js";

const root = mkdtempSync(join(tmpdir(), "rostrum-locks-"));
afterAll(() => rmSync(root, { recursive: true }));

function start(folder: string, script: string) {
  const setup = `import { openThreads } from ${JSON.stringify(compiled("src/talk/storage/open.ts"))};
    import { rmSync, writeFileSync } from "node:fs";
    const open = () => openThreads(${JSON.stringify(join(folder, "talks.db"))});
    const marker = ${JSON.stringify(join(folder, "marker"))};`;
  return spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", setup + script], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

it("an open storage with locked threads has one lock file, which is removed when the storage closes", async () => {
  const folder = mkdtempSync(join(root, "released-"));
  const threads = await openThreads(join(folder, "talks.db"));
  for (const name of ["one", "two"]) await threads.take(name);
  expect(readdirSync(folder).filter((file) => file.includes("-lock-"))).toHaveLength(1);
  await threads.close();
  expect(readdirSync(folder)).toEqual(["talks.db"]);
});

it("a thread is locked even for storage that opens the file through a link", async () => {
  const folder = mkdtempSync(join(root, "linked-"));
  for (const name of ["real", "linked"]) mkdirSync(join(folder, name));
  const file = join(folder, "real", "talks.db");
  const threads = await openThreads(file);
  await threads.take("talk");
  symlinkSync(file, join(folder, "linked", "talks.db"));
  const linked = await openThreads(join(folder, "linked", "talks.db"));
  await expect(linked.take("talk")).rejects.toMatchObject({ code: "thread-in-use" });
  await linked.take("other");
  await expect(threads.take("other")).rejects.toMatchObject({ code: "thread-in-use" });
  for (const each of [linked, threads]) await each.close();
  expect([readdirSync(join(folder, "real")), readdirSync(join(folder, "linked"))]).toEqual([
    ["talks.db"],
    ["talks.db"],
  ]);
});

it("a file with a relative path stays writable when the process changes its working directory", async () => {
  const folder = mkdtempSync(join(root, "moved-"));
  const before = process.cwd();
  try {
    process.chdir(folder);
    const threads = await openThreads("talks.db");
    process.chdir(root);
    await threads.take("talk");
    await threads.close();
  } finally {
    process.chdir(before);
  }
  expect(readdirSync(folder)).toEqual(["talks.db"]);
});

it("opening a database removes the lock files of killed processes, and no other lock files", async () => {
  const folder = mkdtempSync(join(root, "killed-"));
  const lockFiles = () => readdirSync(folder).filter((file) => file.includes("-lock-"));
  const setup = `const threads = await open(); await threads.take("NAME");`;
  // Keeps a reference to the threads, because garbage collection would otherwise release their locks.
  const wait = `console.log("ready"); setInterval(() => void threads, 1000);`;
  const holders = [
    // This process holds a thread until it is killed.
    start(folder, `${setup.replace("NAME", "talk")} ${wait}`),
    // This process has already released its thread.
    start(folder, `${setup.replace("NAME", "idle")} await threads.release("idle"); ${wait}`),
    start(folder, `${setup.replace("NAME", "alive")} ${wait}`),
  ] as const;
  await Promise.all(holders.map(({ stdout }) => once(stdout, "data")));
  const [talk, idle, alive] = holders;
  const kill = async (holder: typeof talk) => {
    const exited = once(holder, "exit");
    holder.kill("SIGKILL");
    await exited;
  };
  const here = await openThreads(join(folder, "talks.db"));
  await here.take("here");
  expect(lockFiles()).toHaveLength(4);
  for (const holder of [talk, idle]) await kill(holder);
  expect(lockFiles()).toHaveLength(4);
  const threads = await openThreads(join(folder, "talks.db"));
  expect(lockFiles()).toHaveLength(2);
  for (const name of ["alive", "here"])
    await expect(threads.take(name)).rejects.toMatchObject({ code: "thread-in-use" });
  await threads.take("talk");
  await kill(alive);
  await threads.take("alive");
  for (const each of [threads, here]) await each.close();
  await (await openThreads(join(folder, "talks.db"))).close();
  expect(readdirSync(folder)).toEqual(["talks.db"]);
});

it("lock files give a thread to one process at a time while several processes keep taking and releasing it", async () => {
  const folder = mkdtempSync(join(root, "contended-"));
  await (await openThreads(join(folder, "talks.db"))).close();
  // If two processes have the thread at once, the second call to `writeFileSync` fails, because the marker exists.
  const script = `let taken = 0;
    for (let round = 0; round < 20; ) {
      const threads = await open();
      try {
        await threads.take("talk");
        writeFileSync(marker, "", { flag: "wx" });
        taken += 1;
        rmSync(marker);
        round += 1;
      } catch (error) {
        if (error.code !== "thread-in-use") throw error;
      }
      await threads.close();
    }
    console.log(taken);`;
  const processes = Array.from({ length: 3 }, () => start(folder, script));
  const ends = processes.map(async (child) => {
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    const [code] = await once(child, "close");
    return [output.trim(), code];
  });
  expect(await Promise.all(ends)).toEqual(processes.map(() => ["20", 0]));
  expect(readdirSync(folder)).toEqual(["talks.db"]);
}, 120_000);
