/** What every list of kept conversations has to do; its suite brings the place that they are kept in. */
import { expect, it } from "@jest/globals";
import { openThreads } from "../../src/storage/open.js";
import type { ThreadRecord } from "../../src/storage/threads.js";

const record = (name: string, more: Partial<ThreadRecord> = {}): ThreadRecord => ({
  ...{ name, mode: "bidding", title: null, input: { seed: 1 }, context: { model: "m" }, state: "ended", turn: 3 },
  ...{ createdAt: "2031-05-04T12:00:00.000Z", updatedAt: "2031-05-04T12:00:00.000Z", ...more },
});

export function keepsThreads(addressOf: () => Promise<string>): void {
  it("lists what was saved, the latest first, and finds it by its name to the letter", async () => {
    const threads = await openThreads(await addressOf());
    const [old, late] = [record("it's a/b"), record("夜车", { updatedAt: "2031-05-05T12:00:00.000Z" })];
    await threads.save(late);
    await threads.save(record("it's a/b", { turn: 1 }));
    await threads.save(old);
    expect(await threads.list()).toEqual([late, old]);
    expect(await threads.find("it's a/b")).toEqual(old);
    expect(await threads.find("IT'S A/B")).toBeUndefined();
    await threads.close();
  });

  it("gives a thread to one at a time, and tells one that is at work from one whose process has died", async () => {
    const address = await addressOf();
    const [one, two] = [await openThreads(address), await openThreads(address)];
    await one.save(record("at work", { state: "running" }));
    await one.save(record("died", { state: "running" }));
    const release = await one.take("at work");
    await expect(two.take("at work")).rejects.toMatchObject({
      code: "thread-in-use",
      message: expect.stringContaining("is in use"),
    });
    await (await two.take("another one"))();
    const states = async () => Object.fromEntries((await two.list()).map(({ name, state }) => [name, state]));
    expect(await states()).toEqual({ "at work": "running", died: "cut-off" });
    expect(await two.find("at work")).toMatchObject({ state: "running" });
    await release();
    expect(await states()).toEqual({ "at work": "cut-off", died: "cut-off" });
    expect(await two.find("at work")).toMatchObject({ state: "cut-off" });
    // Nobody need be at work on what is over.
    await one.save(record("at work"));
    expect(await states()).toMatchObject({ "at work": "ended" });
    await (await two.take("at work"))();
    await one.close();
    await two.close();
  });
}
