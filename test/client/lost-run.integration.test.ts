/** Follows runs on a stub server that has lost them or refuses. */
import { afterEach, expect, it } from "@jest/globals";
import { RostrumClient } from "../../src/client/rostrum-client.js";
import { collect } from "../support/remote.js";
import { type Answer, log, type StubServer, startStubServer } from "../support/stub-server.js";

const threadId = "11111111-2222-4333-8444-555555555555";
const runId = "99999999-2222-4333-8444-555555555555";
const run = { threadId, runId };

let server: StubServer;
afterEach(() => server.stop());

const opening = { type: "opening", speaker: "Moderator", text: "Shall we?" };
const bid = { type: "bid", turn: 1, bid: {} };
const entries = [
  ["0", "metadata", {}],
  ["1", "custom", opening],
  ["2", "custom", bid],
] as const;

/** Serves one log per request, and the last one from then on. */
async function serverWith(status: string, logs: readonly Answer[], tasks: readonly object[] = []) {
  const left = [...logs];
  server = await startStubServer((asked) => {
    if (asked === `GET /threads/${threadId}/runs/${runId}/stream`) return left.length > 1 ? left.shift() : left[0];
    if (asked === `GET /threads/${threadId}/runs/${runId}`)
      return { run_id: runId, thread_id: threadId, status, created_at: "" };
    if (asked === `GET /threads/${threadId}/runs`) return [{ run_id: runId, created_at: "" }];
    if (asked === `GET /threads/${threadId}`) return { thread_id: threadId, metadata: { graph_id: "bidding" } };
    if (asked === `GET /threads/${threadId}/state`) return { values: {}, next: [], tasks, metadata: {} };
    return undefined;
  });
  return new RostrumClient({ url: server.url, reconnects: 2, silenceMs: 50 });
}

/** A connection that breaks after `count` entries. */
const broken =
  (count: number): Answer =>
  (request, response) => {
    log(entries.slice(0, count), false)(request, response);
    setTimeout(() => response.destroy(), 150);
  };

it("throws run-lost for a running run whose log is gone", async () => {
  const client = await serverWith("running", [broken(2), log([], false)]);
  const told: unknown[] = [];
  const following = (async () => {
    for await (const event of client.follow(run)) told.push(event);
  })();
  await expect(following).rejects.toMatchObject({ code: "run-lost", details: { thread: threadId } });
  expect(told).toEqual([opening]);
});

it("waits for a pending run", async () => {
  let looks = 0;
  server = await startStubServer((asked) => {
    if (asked.endsWith("/stream"))
      return (request, response) => {
        const begin = () => (looks < 3 ? void setTimeout(begin, 5) : response.end());
        log([], false)(request, response);
        begin();
      };
    if (asked.endsWith(`/runs/${runId}`)) {
      looks += 1;
      return { run_id: runId, thread_id: threadId, status: looks > 3 ? "interrupted" : "pending", created_at: "" };
    }
    if (asked === `GET /threads/${threadId}/state`) return { values: {}, next: [], tasks: [], metadata: {} };
    return { thread_id: threadId, metadata: {} };
  });
  const client = new RostrumClient({ url: server.url, silenceMs: 20 });
  expect(await collect(client.follow(run))).toEqual([{ type: "cancelled" }]);
});

it("yields a gap if the run is over and the rest of its log is gone", async () => {
  const client = await serverWith("success", [broken(2), log([], true)]);
  expect(await collect(client.follow(run))).toEqual([opening, { type: "gap" }]);
});

it("yields whom a run waits for, also after a gap", async () => {
  const value = { kind: "your-turn", participant: "Bea", turn: 2 };
  const client = await serverWith("success", [log([], true)], [{ interrupts: [{ id: "abc", value }], error: null }]);
  expect(await collect(client.follow(run))).toEqual([{ type: "gap" }, { type: "your-turn", id: "abc", value }]);
});

it("throws a run's error even if the log lacks it", async () => {
  const client = await serverWith("error", [broken(3), log([], true)], [{ interrupts: [], error: "no more paper" }]);
  await expect(collect(client.follow(run))).rejects.toMatchObject({ code: "run-failed", message: "no more paper" });
});

it("reads the end of a log twice, because the last entries may come late", async () => {
  const client = await serverWith("success", [log(entries.slice(0, 2), true), log(entries, true)]);
  expect(await collect(client.follow(run))).toEqual([opening, bid]);
});

it("treats the end of an active run's log as a lost connection", async () => {
  const client = await serverWith("running", [log(entries.slice(0, 2), true)]);
  await expect(collect(client.follow(run))).rejects.toMatchObject({ code: "server-unreachable" });
  expect(server.requests.filter((asked) => asked.endsWith("/stream"))).toHaveLength(3);
});

it("gives up on a server that never resumes a log", async () => {
  const log2 = [
    ["b0", "metadata", {}],
    ["b1", "custom", bid],
  ] as const;
  const everything: Answer = (request, response) => {
    request.headers["last-event-id"] = "-1";
    log(log2, false)(request, response);
    setTimeout(() => response.destroy(), 150);
  };
  const client = await serverWith("running", [everything]);
  await expect(collect(client.follow(run))).rejects.toMatchObject({ code: "run-lost" });
});

it("throws run-lost for an unknown run, however the server reports it", async () => {
  let client = await serverWith("running", [broken(2), log([["3", "error", "Run not found"]], true)]);
  await expect(collect(client.follow(run))).rejects.toMatchObject({ code: "run-lost" });
  await server.stop();
  server = await startStubServer((asked) => (asked.endsWith("/stream") ? broken(2) : undefined));
  client = new RostrumClient({ url: server.url, reconnects: 0 });
  await expect(collect(client.follow(run))).rejects.toMatchObject({ code: "server-unreachable" });
  await server.stop();
  server = await startStubServer(() => undefined);
  client = new RostrumClient({ url: server.url });
  await expect(collect(client.follow(run))).rejects.toMatchObject({ code: "run-lost" });
});

it("continues with a new log after the server has restarted the run", async () => {
  const again = [
    ["a0", "metadata", {}],
    ["a1", "custom", bid],
    ["a2", "custom", { type: "stopped" }],
  ] as const;
  const client = await serverWith("success", [broken(2), log(again, true)]);
  expect(await collect(client.follow(run))).toEqual([opening, bid, { type: "stopped" }]);
});

it.each([
  [401, "requires a valid token"],
  [403, "does not allow this with the given token"],
])("does not retry status %d, sends the token and does not show it", async (status, words) => {
  let sent: string | undefined;
  server = await startStubServer((_asked, request) => {
    sent = request.headers.authorization;
    return (_again, response) => void response.writeHead(status).end("go away");
  });
  const client = new RostrumClient({ url: server.url, token: "s3cret" });
  const error: unknown = await collect(client.follow(run)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "server-refused", details: { status }, message: expect.stringContaining(words) });
  expect(sent).toBe("Bearer s3cret");
  expect(String(error)).not.toContain("s3cret");
  expect(server.requests).toHaveLength(1);
});

it("reports an address that is not a LangGraph server", async () => {
  server = await startStubServer(() => (_request, response) => void response.end("<html>Welcome</html>"));
  const client = new RostrumClient({ url: server.url });
  await expect(client.transcript(threadId)).rejects.toMatchObject({
    code: "server-refused",
    message: expect.stringContaining("is not a LangGraph server"),
  });
});

it("starts a run although the server has closed a kept-alive connection", async () => {
  let closes = 1;
  server = await startStubServer((asked) => {
    if (asked === "POST /threads" && closes-- > 0) return (_request, response) => void response.destroy();
    return asked === "POST /threads" ? { thread_id: threadId } : { run_id: run.runId };
  });
  const client = new RostrumClient({ url: server.url });
  expect(await client.start("bidding")).toMatchObject({ runId: run.runId });
  expect(server.requests.filter((asked) => asked === "POST /threads")).toHaveLength(2);
});
