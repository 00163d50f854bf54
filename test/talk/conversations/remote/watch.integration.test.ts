import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "@jest/globals";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { compiled } from "../../../support/compiled.js";
import { log, startStubServer } from "../../../support/stub-server.js";
import { until } from "../../contracts/conversations.js";

const ids = { thread_id: "11111111-2222-4333-8444-555555555555", run_id: "99999999-2222-4333-8444-555555555555" };

it("a follower waits only once, not at every event, for the server to save the start of the conversation", async () => {
  const bids = Array.from({ length: 20 }, (_, value) => ({ type: "bid", turn: 1, participant: "Ann", value }));
  const entries = bids.map((bid, index) => [String(index), "custom", bid] as const);
  const server = await startStubServer((asked) => {
    if (asked.endsWith("/stream")) return log(entries, false);
    if (asked.endsWith("/state")) return { values: { turn: 0, turnAtStart: 0 }, next: [], tasks: [] };
    const run = { ...ids, status: "running", created_at: "" };
    return asked.endsWith("/runs") ? [run] : { ...run, metadata: { graph_id: "bidding" } };
  });
  const conversations = connectConversations({ url: server.url });
  const events = await until(conversations.follow(ids.thread_id), (event) => "value" in event && event.value === 19);
  await conversations.close();
  await server.stop();
  expect(events.filter(({ type }) => type === "bid")).toEqual(bids);
  expect(server.requests.filter((asked) => asked.endsWith("/state")).length).toBeLessThan(2 * 40);
});

it("a program that only follows a conversation stays alive while nothing happens in it", async () => {
  let reads = 0;
  const readOften = Promise.withResolvers<string>();
  const server = await startStubServer((asked) => {
    if (asked.endsWith("/runs")) return [];
    if (!asked.endsWith("/state")) return { ...ids, metadata: { graph_id: "bidding" } };
    reads += 1;
    if (reads === 5) readOften.resolve("reads on");
    return { values: { turn: 1, turnAtStart: 0 }, next: ["speak"], tasks: [] };
  });
  const program = `
    import { connectConversations } from ${JSON.stringify(compiled("src/client.ts"))};
    const conversations = connectConversations({ url: "${server.url}", pollMs: 50 });
    for await (const _event of conversations.follow("${ids.thread_id}"));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "ignore" });
  const exited = once(child, "exit").then(([code]) => `exits with ${code}`);
  expect(await Promise.race([readOften.promise, exited])).toBe("reads on");
  child.kill();
  await exited;
  await server.stop();
});

it("a follower does not see a stop while another client's message with `now` replaces the run on a slow server", async () => {
  const second = "99999999-2222-4333-8444-666666666666";
  let reads = 0;
  const server = await startStubServer((asked) => {
    // The first run is cancelled, and the next one exists only when the follower reads the runs for the fifth time.
    if (asked.endsWith(`${second}/stream`)) return log([["1", "custom", { type: "bid", turn: 2, value: 7 }]], false);
    if (asked.endsWith("/stream")) return log([], true);
    if (asked.endsWith("/state")) return { values: { turn: 1, turnAtStart: 0 }, next: ["speak"], tasks: [] };
    const run = { ...ids, status: reads < 2 ? "running" : "interrupted", created_at: "1" };
    if (!asked.endsWith("/runs")) return { ...run, metadata: { graph_id: "bidding" } };
    reads += 1;
    return reads < 5 ? [run] : [run, { ...ids, run_id: second, status: "running", created_at: "2" }];
  });
  const conversations = connectConversations({ url: server.url });
  const events = await until(conversations.follow(ids.thread_id), (event) => "value" in event && event.value === 7);
  await conversations.close();
  await server.stop();
  expect(reads).toBeGreaterThanOrEqual(5);
  expect(events.flatMap((event) => (event.type === "status" ? event.status : []))).not.toContain("stopped");
});

it("a follower's loop ends without an error if another client removes the conversation", async () => {
  let isRemoved = false;
  const server = await startStubServer((asked) => {
    if (isRemoved) return undefined;
    if (asked.endsWith("/runs")) return [];
    if (asked.endsWith("/state")) return { values: { turn: 1 }, next: [], tasks: [] };
    return { ...ids, metadata: { graph_id: "bidding" } };
  });
  const conversations = connectConversations({ url: server.url, pollMs: 5 });
  const seen: string[] = [];
  for await (const { type } of conversations.follow(ids.thread_id)) {
    seen.push(type);
    isRemoved = true;
  }
  expect(seen).toEqual(["status"]);
  await conversations.close();
  await server.stop();
});
