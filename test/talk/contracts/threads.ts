/** The contract of every implementation of `Threads`. Each suite provides the addresses of its storage. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, jest } from "@jest/globals";
import { openThreads } from "../../../src/talk/storage/open.js";
import type { ThreadRecord } from "../../../src/talk/storage/threads.js";
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

async function waitFor(act: () => Promise<void>, attempts = 100): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (attempts === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await waitFor(act, attempts - 1);
  }
}

export function keepsThreads(addressOf: () => Promise<string>): void {
  it("lists the saved records, latest first", async () => {
    const threads = await openThreads(await addressOf());
    const [old, late] = [record("it's a/b"), record("夜车", { updatedAt: "2031-05-05T12:00:00.000Z" })];
    await threads.save(late);
    await threads.save(record("it's a/b", { turn: 1 }));
    await threads.save(old);
    expect(await threads.list()).toEqual([late, old]);
    await threads.close();
  });

  it("gives a thread to one holder at a time, and reports a running thread as cut off if its process died", async () => {
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
    // PostgreSQL releases a connection's locks a moment after the connection ends.
    for (let look = 0; look < 100 && (await states())["at work"] === "running"; look += 1) await wait(50);
    expect(await states()).toEqual({ "at work": "cut-off", died: "cut-off" });
    // An ended conversation is not cut off, because it needs no process.
    await two.save(record("at work"));
    expect(await states()).toMatchObject({ "at work": "ended" });
    await two.take("at work");
    await two.close();
  });

  it("keeps a thread locked for a suspended process until that process dies", async () => {
    const address = await addressOf();
    const script = `import { openThreads } from ${JSON.stringify(compiled("src/talk/storage/open.ts"))};
      const threads = await openThreads(${JSON.stringify(address)});
      await threads.take("talk");
      console.log("taken");
      process.stdin.once("data", () => threads.save(${JSON.stringify(record("talk"))}).then(() => console.log("saved")));`;
    const holder = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
      env: { ...process.env, NODE_OPTIONS: "" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exited = once(holder, "exit");
    const threads = await openThreads(address);
    try {
      expect(String(await once(holder.stdout, "data"))).toBe("taken\n");
      holder.kill("SIGSTOP");
      jest.useFakeTimers({ now: Date.now() + 3_600_000, doNotFake: ["nextTick", "setImmediate", "setTimeout"] });
      await expect(threads.take("talk")).rejects.toMatchObject({ code: "thread-in-use" });
      jest.useRealTimers();
      holder.kill("SIGCONT");
      holder.stdin.write("save");
      expect(String(await once(holder.stdout, "data"))).toBe("saved\n");
      expect(await threads.list()).toHaveLength(1);
    } finally {
      jest.useRealTimers();
      holder.kill("SIGKILL");
      await exited;
    }
    // PostgreSQL takes a moment to notice the end of the process.
    await waitFor(() => threads.take("talk"));
    await threads.close();
  }, 30_000);
}
