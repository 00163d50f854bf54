import { afterEach, expect, it } from "@jest/globals";
import { connect } from "../../../../src/talk/conversations/remote/connection.js";
import { follow } from "../../../../src/talk/conversations/remote/follow.js";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { collect } from "../../../support/remote.js";
import { type Answer, log, type StubServer, startStubServer } from "../../../support/stub-server.js";

const threadId = "11111111-2222-4333-8444-555555555555";
const runId = "99999999-2222-4333-8444-555555555555";
const run = { thread_id: threadId, run_id: runId };

let server: StubServer;
afterEach(() => server.stop());

const opening = { type: "opening", speaker: "Moderator", text: "Shall we?" };
const bid = { type: "bid", turn: 1, bid: {} };
const entries = [
  ["0", "metadata", {}],
  ["1", "custom", opening],
  ["2", "custom", bid],
] as const;

async function serverWith(status: string, logs: readonly Answer[], state: object = {}) {
  const left = [...logs];
  server = await startStubServer((asked) => {
    if (asked === `GET /threads/${threadId}/runs/${runId}/stream`) return left.length > 1 ? left.shift() : left[0];
    if (asked === `GET /threads/${threadId}/runs/${runId}`)
      return { run_id: runId, thread_id: threadId, status, created_at: "" };
    if (asked === `GET /threads/${threadId}/state`) return { values: {}, next: [], tasks: [], metadata: {}, ...state };
    return undefined;
  });
  return connect({ url: server.url, reconnects: 2, silenceMs: 50 });
}

let breakOff = () => {};

/** An answer that contains the first `count` entries, and whose connection breaks when `breakOff` is called. */
const broken =
  (count: number): Answer =>
  (request, response) => {
    log(entries.slice(0, count), false)(request, response);
    breakOff = () => response.destroy();
  };

/** Follows the run, and from event number `count` on, breaks the latest connection after each event. */
async function* breaking(connection: ReturnType<typeof connect>, count = 1) {
  let read = 0;
  for await (const event of follow(connection, run)) {
    yield event;
    read += 1;
    if (read >= count) breakOff();
  }
}

it("following throws run-lost if the log of a running run is gone", async () => {
  const connection = await serverWith("running", [broken(2), log([], false)]);
  const events: unknown[] = [];
  const following = (async () => {
    for await (const event of breaking(connection)) events.push(event);
  })();
  await expect(following).rejects.toMatchObject({ code: "run-lost", details: { thread: threadId } });
  expect(events).toEqual([opening]);
});

it("following waits for a pending run", async () => {
  let looks = 0;
  let endLog = () => {};
  server = await startStubServer((asked) => {
    if (asked.endsWith("/stream"))
      return (request, response) => {
        log([], false)(request, response);
        endLog = () => response.end();
      };
    if (asked.endsWith(`/runs/${runId}`)) {
      looks += 1;
      if (looks === 3) endLog();
      return { run_id: runId, thread_id: threadId, status: looks > 3 ? "interrupted" : "pending", created_at: "" };
    }
    return undefined;
  });
  expect(await collect(follow(connect({ url: server.url, silenceMs: 300 }), run))).toEqual([]);
  // The follower requests the run three times while the log is silent, and once after the log ends.
  expect(looks).toBe(4);
});

it("following ends if the run is over and the rest of its log is gone", async () => {
  const connection = await serverWith("success", [broken(2), log([], true)]);
  expect(await collect(breaking(connection))).toEqual([opening]);
});

it("following throws a run's error, even if the log does not contain it", async () => {
  const connection = await serverWith("error", [broken(3), log([], true)], {
    tasks: [{ interrupts: [], error: "no more paper" }],
  });
  await expect(collect(breaking(connection, 2))).rejects.toMatchObject({
    code: "run-failed",
    message: "no more paper",
  });
});

it("following reads the end of a log twice, because the last entries may come late", async () => {
  const connection = await serverWith("success", [log(entries.slice(0, 2), true), log(entries, true)]);
  expect(await collect(follow(connection, run))).toEqual([opening, bid]);
});

it("following treats the end of an active run's log as a lost connection", async () => {
  const connection = await serverWith("running", [log(entries.slice(0, 2), true)]);
  await expect(collect(follow(connection, run))).rejects.toMatchObject({ code: "server-unreachable" });
  expect(server.requests.filter((asked) => asked.endsWith("/stream"))).toHaveLength(3);
});

it("following throws run-lost if the server always sends its log from the start", async () => {
  const log2 = [
    ["b0", "metadata", {}],
    ["b1", "custom", bid],
  ] as const;
  const everything: Answer = (request, response) => {
    request.headers["last-event-id"] = "-1";
    log(log2, false)(request, response);
    breakOff = () => response.destroy();
  };
  const connection = await serverWith("running", [everything]);
  await expect(collect(breaking(connection))).rejects.toMatchObject({ code: "run-lost" });
});

it("following throws run-lost if the server does not know the run, but not if the connection merely breaks", async () => {
  let connection = await serverWith("running", [broken(2), log([["3", "error", "Run not found"]], true)]);
  await expect(collect(breaking(connection))).rejects.toMatchObject({ code: "run-lost" });
  await server.stop();
  server = await startStubServer((asked) => (asked.endsWith("/stream") ? broken(2) : undefined));
  connection = connect({ url: server.url, reconnects: 0 });
  await expect(collect(breaking(connection))).rejects.toMatchObject({ code: "server-unreachable" });
  await server.stop();
  server = await startStubServer(() => undefined);
  connection = connect({ url: server.url });
  await expect(collect(follow(connection, run))).rejects.toMatchObject({ code: "run-lost" });
});

it("following continues with a new log after the server has restarted the run", async () => {
  const again = [
    ["a0", "metadata", {}],
    ["a1", "custom", bid],
    ["a2", "custom", { type: "stopped" }],
  ] as const;
  const connection = await serverWith("success", [broken(2), log(again, true)]);
  expect(await collect(breaking(connection))).toEqual([opening, bid, { type: "stopped" }]);
});

it.each([
  ["en", "the run ended without an error message (status: timeout)"],
  ["zh", "运行没有留下错误信息就结束了（状态：timeout）"],
])(
  "following reports a failed run that left no error, in the conversation's language (%s)",
  async (language, reason) => {
    const connection = await serverWith("timeout", [log([], true)], { values: { language } });
    await expect(collect(follow(connection, run))).rejects.toMatchObject({ code: "run-failed", details: { reason } });
  },
);

it("six followers read logs at once, although the SDK allows fewer requests by default", async () => {
  const waiting: (() => void)[] = [];
  let connections = 0;
  server = await startStubServer((asked) => {
    if (!asked.endsWith("/stream")) return { ...run, status: "success", created_at: "" };
    return (request, response) => {
      waiting.push(() => log(entries, true)(request, response));
      connections += 1;
      // Sends no log before all six followers have requested one.
      if (connections >= 6) for (const answer of waiting.splice(0)) answer();
    };
  });
  const connection = connect({ url: server.url });
  const followed = await Promise.all(Array.from({ length: 6 }, () => collect(follow(connection, run))));
  expect(followed).toEqual(Array(6).fill([opening, bid]));
});

it.each([
  [401, "requires a valid token"],
  [403, "does not allow this with the given token"],
])("following does not retry after status %d, and does not reveal the token in its error", async (status, words) => {
  let sent: string | undefined;
  server = await startStubServer((_asked, request) => {
    sent = request.headers.authorization;
    return (_again, response) => void response.writeHead(status).end("go away");
  });
  const connection = connect({ url: server.url, token: "s3cret" });
  const error: unknown = await collect(follow(connection, run)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "server-refused", details: { status }, message: expect.stringContaining(words) });
  expect(sent).toBe("Bearer s3cret");
  expect(String(error)).not.toContain("s3cret");
  expect(server.requests).toHaveLength(1);
});

it("a request to an address that is not a LangGraph server fails with an error that says so", async () => {
  const refused = { code: "server-refused", message: expect.stringContaining("is not a LangGraph server") };
  server = await startStubServer(() => (_request, response) => void response.end("<html>Welcome</html>"));
  await expect(connectConversations({ url: server.url }).transcript(threadId)).rejects.toMatchObject(refused);
  await server.stop();
  server = await startStubServer(() => undefined);
  await expect(connectConversations({ url: server.url }).start("bidding")).rejects.toMatchObject(refused);
});

it("a conversation starts even if the server has closed a kept-alive connection", async () => {
  let closes = 1;
  const scene = { type: "scene-set", topic: "Shall we?", participants: [], leader: null, seed: 1, maxTurns: 1 };
  server = await startStubServer((asked) => {
    if (asked === "POST /threads" && closes-- > 0) return (_request, response) => void response.destroy();
    return asked.endsWith("/stream") ? log([["0", "custom", scene]], false) : run;
  });
  const started = await connectConversations({ url: server.url }).start("bidding");
  expect(started).toEqual({ thread: expect.any(String), isNew: true });
  expect(server.requests.filter((asked) => asked === "POST /threads")).toHaveLength(2);
});
