import type { ServerResponse } from "node:http";
import { afterEach, expect, it } from "@jest/globals";
import type { StartOptions } from "../../../../src/talk/conversations/port/port.js";
import { type KeyedStart, keyedStart } from "../../../../src/talk/conversations/port/start.js";
import { markOfStart } from "../../../../src/talk/conversations/remote/conversation.js";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { type StubServer, startStubServer } from "../../../support/stub-server.js";

const other = "11111111-2222-4333-8444-555555555555";
const first = { input: { topic: "The ferry", maxTurns: 3 }, idempotencyKey: "job-1" };

let stub: StubServer;
afterEach(() => stub.stop());

/** `taken`: the names of the threads that the server already has. */
async function serve(known: StartOptions, taken: readonly string[]) {
  const key = keyedStart("bidding", known) as KeyedStart;
  const thread = known.thread ?? key.id;
  const metadata = { graph_id: "bidding", conversation: true, ...markOfStart(key) };
  const found = { thread_id: thread, status: "idle", metadata, created_at: "", updated_at: "", values: {} };
  stub = await startStubServer((asked, request) => {
    if (asked === "POST /threads") {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      return (_request, response) =>
        void request.on("end", () => {
          const { thread_id } = JSON.parse(body);
          const isTaken = taken.includes(thread_id);
          response.writeHead(isTaken ? 409 : 200, { "content-type": "application/json" });
          response.end(JSON.stringify({ thread_id }));
        });
    }
    if (asked === "POST /threads/search") return [found];
    if (asked === `GET /threads/${thread}`) return found;
    if (asked === `GET /threads/${thread}/runs`) return [];
    if (asked === `GET /threads/${thread}/state`) return { values: {}, next: [], tasks: [], metadata: {} };
    return asked.startsWith("DELETE") ? {} : undefined;
  });
  return { conversations: connectConversations({ url: stub.url }), thread };
}

const keyTaken = { code: "invalid-input", details: { problems: [expect.objectContaining({ code: "key-taken" })] } };
const begun = () => stub.requests.filter((asked) => asked.endsWith("/runs") && asked.startsWith("POST"));

it.each([undefined, other])("an identical call joins the conversation (thread: %s)", async (named) => {
  const known = { ...first, thread: named };
  const { id } = keyedStart("bidding", known) as KeyedStart;
  const { conversations, thread } = await serve(known, [named ?? id]);
  expect(await conversations.start("bidding", known)).toEqual({ thread, isNew: false });
  expect(begun()).toEqual([]);
});

it.each<[string, string, StartOptions]>([
  ["mode", "round-robin", first],
  ["input", "bidding", { ...first, input: { topic: "The ferry", maxTurns: 4 } }],
  ["context", "bidding", { ...first, context: { language: "zh" } }],
  ["title", "bidding", { ...first, title: "Tea" }],
])("a call with another %s is rejected", async (_what, mode, options) => {
  const { id } = keyedStart("bidding", first) as KeyedStart;
  const { conversations } = await serve(first, [id]);
  await expect(conversations.start(mode, options)).rejects.toMatchObject(keyTaken);
  expect(begun()).toEqual([]);
});

it("a call for another thread is rejected, and leaves no thread behind", async () => {
  const { conversations } = await serve(first, []);
  await expect(conversations.start("bidding", { ...first, thread: other })).rejects.toMatchObject(keyTaken);
  expect(begun()).toEqual([]);
  expect(stub.requests.at(-1)).toBe(`DELETE /threads/${other}`);
});

it.each(["job-1", "job-2"])(
  "a call that comes just after the start of %s joins it only if it has the same key",
  async (key) => {
    const found = { thread_id: other, status: "busy", metadata: {}, created_at: "", updated_at: "", values: {} };
    const refuse = (status: number) => (_request: unknown, response: ServerResponse) =>
      void response.writeHead(status).end();
    let runs: readonly object[] = [];
    stub = await startStubServer((asked) => {
      if (asked === "POST /threads") return refuse(409);
      if (asked === "POST /threads/search") return [];
      if (asked === `GET /threads/${other}`) return found;
      if (asked === `GET /threads/${other}/runs`) return runs;
      if (asked === `GET /threads/${other}/state`) return { values: {}, next: [], tasks: [], metadata: {} };
      runs = [
        {
          run_id: "1",
          thread_id: other,
          status: "running",
          created_at: "",
          kwargs: { context: { idempotencyKey: key } },
        },
      ];
      return refuse(422);
    });
    const starting = connectConversations({ url: stub.url }).start("bidding", { ...first, thread: other });
    if (key === first.idempotencyKey) expect(await starting).toEqual({ thread: other, isNew: false });
    else await expect(starting).rejects.toMatchObject({ code: "invalid-input" });
  },
);
