import { expect, it } from "@jest/globals";
import { EstimateQueue } from "../../../src/talk/estimate/estimate-queue.js";

it("the queue makes one estimate at a time, and skips those for which nobody is waiting", async () => {
  const queue = new EstimateQueue();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const one = queue.perform(() => first.promise);
  const two = queue.perform(async () => done.push("two"), leaving.signal);
  const three = queue.perform(async () => done.push("three"));
  leaving.abort();
  expect(done).toEqual([]);
  first.resolve();
  await one;
  await expect(two).rejects.toMatchObject({ name: "AbortError" });
  await three;
  expect(done).toEqual(["three"]);
});

it("the queue refuses further estimates while 20 are unfinished", async () => {
  const queue = new EstimateQueue();
  const first = Promise.withResolvers<void>();
  const accepted = Array.from({ length: 20 }, () => queue.perform(() => first.promise));
  const refused = {
    code: "too-many-starts",
    message: expect.stringContaining("20 estimates are already in progress or waiting"),
  };
  await expect(queue.perform(async () => {})).rejects.toMatchObject(refused);
  first.resolve();
  await Promise.all(accepted);
  await expect(queue.perform(async () => "again")).resolves.toBe("again");
});
