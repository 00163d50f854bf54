/** The tests for implementations of `Threads` whose storage can be opened several times. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, jest } from "@jest/globals";
import { openThreads as openInNode } from "../../../src/talk/storage/open.js";
import type { ThreadQuery, ThreadRecord, Threads } from "../../../src/talk/storage/threads.js";
import { compiled } from "../../support/compiled.js";

const record = (name: string, more: Partial<ThreadRecord> = {}): ThreadRecord => ({
  name,
  mode: "bidding",
  title: null,
  input: { seed: 1 },
  context: { model: "m" },
  state: "ended",
  turn: 3,
  createdAt: "2031-05-04T12:00:00.000Z",
  updatedAt: "2031-05-04T12:00:00.000Z",
  ...more,
});

async function startHolder(address: string) {
  const script = `import { openThreads } from ${JSON.stringify(compiled("src/talk/storage/open.ts"))};
    const threads = await openThreads(${JSON.stringify(address)});
    await threads.take("talk");
    console.log("taken");
    process.stdin.once("data", () =>
      threads.save(${JSON.stringify(record("talk", { turn: 9 }))}).then(
        () => console.log("saved"),
        (error) => console.log(error.details?.fault ?? error),
      ));`;
  const holder = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(holder, "exit");
  const said = async () => String((await once(holder.stdout, "data"))[0]).trim();
  expect(await said()).toBe("taken");
  return {
    suspend: () => holder.kill("SIGSTOP"),
    async continueAndSave() {
      holder.kill("SIGCONT");
      holder.stdin.write("save");
      return said();
    },
    async kill() {
      holder.kill("SIGKILL");
      await exited;
    },
  };
}

type Holder = Awaited<ReturnType<typeof startHolder>>;

interface ThreadPlace {
  /**
   * Whether another process can take a suspended process's threads; undefined if no other Node.js process can use the
   * storage.
   */
  readonly doLocksExpire?: boolean;
  readonly open?: (address: string) => Threads | Promise<Threads>;
}

export function keepsThreads(
  addressOf: () => Promise<string>,
  { doLocksExpire, open: openThreads = openInNode }: ThreadPlace,
): void {
  it("lists the saved records, latest first", async () => {
    const threads = await openThreads(await addressOf());
    const [old, late] = [record("it's a/b"), record("夜车", { updatedAt: "2031-05-05T12:00:00.000Z" })];
    await threads.save(late);
    await threads.save(record("it's a/b", { turn: 1 }));
    await threads.save(old);
    expect(await threads.list()).toEqual([late, old]);
    await threads.close();
  });

  it("lists each thread exactly once across pages, even if several threads have the same time", async () => {
    const threads = await openThreads(await addressOf());
    const times = ["2031-05-04T12:00:00.000Z", "2031-05-04T12:00:00.001Z", "2031-05-05T12:00:00.000Z"];
    const names = ["a", "B", "ä", "夜车", "😀", "\u{10ffff}", "｡", "a b", "talk-2", "talk-10"];
    const saved = names.map((name, index) => record(name, { updatedAt: times[index % 2] ?? "" }));
    for (const each of [...saved, record("last", { updatedAt: times[2] ?? "" })]) await threads.save(each);
    const all = await threads.list();
    const byBytes = (left: ThreadRecord, right: ThreadRecord) =>
      Buffer.compare(Buffer.from(right.updatedAt + right.name), Buffer.from(left.updatedAt + left.name));
    expect(all.slice(1)).toEqual(saved.toSorted(byBytes));
    for (const limit of [1, 2, 3, all.length]) {
      const pages: ThreadRecord[] = [];
      for (let after: ThreadRecord | undefined; ; after = pages.at(-1)) {
        const page = await threads.list({ limit, ...(after && { after }) });
        expect(page.length).toBeLessThanOrEqual(limit);
        if (page.length === 0) break;
        pages.push(...page);
      }
      expect(pages).toEqual(all);
    }
    await threads.close();
  });

  it("lists the threads that match a search, a state and an owner together", async () => {
    const threads = await openThreads(await addressOf());
    await threads.save(record("one", { title: "Die Fähre\0 100%_", owner: "ada" }));
    await threads.save(record("two", { input: { topic: "Should the FERRY be free?" }, owner: "bo" }));
    await threads.save(record("three", { title: "渡轮应该免费吗？", input: { topic: ["ferry"] } }));
    await threads.save(record("ferry-4", { state: "waiting", owner: "ada" }));
    const named = async (query: ThreadQuery) => (await threads.list(query)).map(({ name }) => name).sort();
    const owners = (await threads.list()).map(({ name, owner }) => [name, owner]);
    expect(owners).toEqual([
      ["two", "bo"],
      ["three", undefined],
      ["one", "ada"],
      ["ferry-4", "ada"],
    ]);
    expect(await named({ search: "ferry" })).toEqual(["ferry-4", "two"]);
    expect(await named({ search: " free  Ferry " })).toEqual(["two"]);
    expect(await named({ search: "FÄHRE" })).toEqual(["one"]);
    expect(await named({ search: "Fa\u0308hre\0" })).toEqual(["one"]);
    expect(await named({ search: "免费" })).toEqual(["three"]);
    expect(await named({ search: "%_" })).toEqual(["one"]);
    expect(await named({ search: "o_e" })).toEqual([]);
    expect(await named({ search: "  " })).toHaveLength(4);
    expect(await named({ states: ["waiting", "paused"] })).toEqual(["ferry-4"]);
    expect(await named({ states: [] })).toEqual([]);
    expect(await named({ owner: "ada" })).toEqual(["ferry-4", "one"]);
    expect(await named({ owner: null })).toEqual(["three"]);
    expect(await named({ owner: "Ada" })).toEqual([]);
    expect(await named({ owner: "ada", search: "ferry", states: ["ended"] })).toEqual([]);
    await threads.save(record("one", { title: "The tram", state: "paused", owner: "bo" }));
    expect(await named({ owner: "bo", search: "tram", states: ["paused"] })).toEqual(["one"]);
    expect(await named({ search: "Fähre" })).toEqual([]);
    await threads.remove("one");
    expect(await named({ search: "tram" })).toEqual([]);
    await threads.close();
  });

  it.each(["queued", "running"] as const)(
    "lists threads as %s only while they are held, and otherwise as cut off",
    async (state) => {
      const address = await addressOf();
      const [one, two] = [await openThreads(address), await openThreads(address)];
      for (const name of ["own", "of another", "died"]) await one.save(record(name, { state }));
      await one.take("own");
      await two.take("of another");
      const named = async (...states: ThreadRecord["state"][]) => (await one.list({ states })).map(({ name }) => name);
      expect(await named(state)).toEqual(["own", "of another"]);
      expect(await named("cut-off")).toEqual(["died"]);
      expect((await one.list({ states: [state], limit: 1, after: record("own") })).map(({ name }) => name)).toEqual([
        "of another",
      ]);
      await one.release("own");
      expect(await named("cut-off", state)).toEqual(["own", "of another", "died"]);
      expect(await named("cut-off")).toEqual(["own", "died"]);
      await one.close();
      await two.close();
    },
  );

  it("gives a thread to one holder at a time, and reports a running thread as cut off if nobody holds it", async () => {
    const address = await addressOf();
    const [one, two] = [await openThreads(address), await openThreads(address)];
    await one.save(record("at work", { state: "running" }));
    await one.save(record("died", { state: "running" }));
    await one.take("at work");
    for (const threads of [one, two])
      await expect(threads.take("at work")).rejects.toMatchObject({
        code: "thread-in-use",
        message: expect.stringContaining("is in use"),
      });
    await two.take("another one");
    const states = async () => Object.fromEntries((await two.list()).map(({ name, state }) => [name, state]));
    expect(await states()).toEqual({ "at work": "running", died: "cut-off" });
    await one.close();
    expect(await states()).toEqual({ "at work": "cut-off", died: "cut-off" });
    // An ended conversation is not cut off, because it needs no process.
    await two.save(record("at work"));
    expect(await states()).toMatchObject({ "at work": "ended" });
    await two.take("at work");
    await two.close();
  });

  if (doLocksExpire === undefined) return;

  async function besideHolder(act: (threads: Threads, holder: Holder) => Promise<void>): Promise<void> {
    const address = await addressOf();
    const holder = await startHolder(address);
    const threads = await openThreads(address);
    try {
      await act(threads, holder);
    } finally {
      await holder.kill();
    }
    await threads.close();
  }

  it("gives a killed process's thread to the next process that asks for it", async () => {
    await besideHolder(async (threads, holder) => {
      await expect(threads.take("talk")).rejects.toMatchObject({ code: "thread-in-use" });
      await holder.kill();
      await threads.take("talk");
    });
  });

  if (doLocksExpire)
    it("gives a suspended process's thread to another process, and saves nothing more from the first", async () => {
      await besideHolder(async (threads, holder) => {
        holder.suspend();
        await threads.take("talk");
        await threads.save(record("talk", { turn: 4 }));
        expect(await holder.continueAndSave()).toBe("taken-over");
        expect(await threads.list()).toMatchObject([{ turn: 4 }]);
      });
    });
  else
    it("keeps a thread locked for a suspended process", async () => {
      await besideHolder(async (threads, holder) => {
        holder.suspend();
        jest.useFakeTimers({ now: Date.now() + 3_600_000, doNotFake: ["nextTick", "setImmediate", "setTimeout"] });
        const taking = expect(threads.take("talk")).rejects.toMatchObject({ code: "thread-in-use" });
        await taking.finally(() => jest.useRealTimers());
        expect(await holder.continueAndSave()).toBe("saved");
        expect(await threads.list()).toMatchObject([{ turn: 9 }]);
      });
    });
}
