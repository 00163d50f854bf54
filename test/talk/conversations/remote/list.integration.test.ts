/** Lists the conversations of a stub server, whose threads may change between requests. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { type StubServer, startStubServer } from "../../../support/stub-server.js";

interface StubThread {
  readonly thread_id: string;
  readonly status: string;
  readonly metadata: object | null;
  readonly values: object | null;
  readonly interrupts: object;
  updated_at: string;
}

const at = (second: number) => new Date(Date.UTC(2031, 0, 1) + second * 1000).toISOString();
const said = { topic: "Tea?", turn: 3, decisions: [], stopReason: { kind: "turns" } };

const threadOf = (number: number, more: Partial<StubThread> = {}): StubThread => ({
  thread_id: `thread-${number}`,
  status: "idle",
  metadata: { graph_id: "bidding", conversation: true },
  values: said,
  interrupts: {},
  updated_at: at(number),
  ...more,
});

let stub: StubServer;
afterEach(() => stub.stop());

/** Serves `threads`. Records the size of every requested page in `pages`, and calls `move` after each page. */
async function serve(threads: StubThread[], pages: number[] = [], move: (page: number) => void = () => {}) {
  stub = await startStubServer((asked, request) => {
    if (asked !== "POST /threads/search") return undefined;
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    return (_request, response) =>
      void request.on("end", () => {
        const { limit, offset } = JSON.parse(body);
        threads.sort((left, right) => (left.updated_at < right.updated_at ? 1 : -1));
        pages.push(limit);
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(threads.slice(offset, offset + limit)));
        move(pages.length);
      });
  });
  return connectConversations({ url: stub.url });
}

const namesOf = (listed: readonly { thread: string }[]) => listed.map(({ thread }) => thread);
const countdown = (from: number, length: number) => Array.from({ length }, (_each, index) => `thread-${from - index}`);

describe("the list", () => {
  it("contains every conversation of every page, newest first", async () => {
    const threads = Array.from({ length: 45 }, (_each, number) => threadOf(number));
    const conversations = await serve(threads);
    expect(namesOf(await conversations.list())).toEqual(countdown(44, 45));
    expect(namesOf(await conversations.list({ limit: 41 }))).toEqual(countdown(44, 41));
  });

  it("requests no more threads than its limit", async () => {
    const pages: number[] = [];
    const conversations = await serve(
      Array.from({ length: 45 }, (_each, number) => threadOf(number)),
      pages,
    );
    expect(namesOf(await conversations.list({ limit: 3 }))).toEqual(countdown(44, 3));
    expect(pages).toEqual([3]);
  });

  it("requests large pages to skip the threads of other graphs", async () => {
    const pages: number[] = [];
    const others = Array.from({ length: 60 }, (_each, number) =>
      threadOf(100 + number, { metadata: { graph_id: "somebody-elses" }, values: { messages: [] }, status: "busy" }),
    );
    const conversations = await serve([threadOf(1), threadOf(2), ...others], pages);
    expect(namesOf(await conversations.list({ limit: 2 }))).toEqual(["thread-2", "thread-1"]);
    expect(pages.length).toBeLessThanOrEqual(6);
  });

  it("contains each conversation once, even if conversations are updated between requests", async () => {
    const threads = Array.from({ length: 45 }, (_each, number) => threadOf(number));
    const conversations = await serve(threads, [], (page) => {
      // Moves the last thread to the front, so that all others move back by one place.
      const last = threads.at(-1);
      if (last && page < 4) last.updated_at = at(100 + page);
    });
    const names = namesOf(await conversations.list());
    expect(names).toHaveLength(45);
    expect(new Set(names).size).toBe(45);
  });

  it("contains the status of each conversation, and no threads of other graphs", async () => {
    const turn = { id: "i", value: { kind: "your-turn", participant: "Bea" } };
    const unfinished = { ...said, stopReason: null };
    const conversations = await serve([
      threadOf(1, { status: "busy", values: null }),
      threadOf(2, { status: "busy", values: unfinished }),
      threadOf(3, { status: "interrupted", values: unfinished, interrupts: { task: [turn] } }),
      threadOf(4, { status: "interrupted", values: unfinished }),
      threadOf(5, { status: "error", values: unfinished }),
      threadOf(6, { metadata: { graph_id: "director", title: "Teatime" } }),
      threadOf(7, { values: { messages: [] } }),
      threadOf(8, { metadata: null, values: null }),
      threadOf(9, { metadata: { graph_id: "somebody-elses" }, status: "busy", values: null }),
      threadOf(10, { status: "interrupted" }),
      threadOf(11, { status: "error" }),
    ]);
    expect(
      (await conversations.list()).map(({ thread, status, title, topic }) => [thread, status, title ?? topic]),
    ).toEqual([
      ["thread-11", "stopped", "Tea?"],
      ["thread-10", "stopped", "Tea?"],
      ["thread-6", "ended", "Teatime"],
      ["thread-5", "stopped", "Tea?"],
      ["thread-4", "stopped", "Tea?"],
      ["thread-3", "waiting", "Tea?"],
      ["thread-2", "running", "Tea?"],
      ["thread-1", "running", ""],
    ]);
  });
});
