/** The list of a server's conversations, before a server whose threads move while they are read. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { RostrumClient } from "../../src/client/index.js";
import { type StubServer, startStubServer } from "../support/stub-server.js";

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
  ...{ status: "idle", metadata: { graph_id: "bidding" }, values: said, interrupts: {}, updated_at: at(number) },
  ...more,
});

let stub: StubServer;
afterEach(() => stub.stop());

/** `pages` takes the size of every page that was asked for; `move` happens after each. */
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
  return new RostrumClient({ url: stub.url });
}

const namesOf = (listed: readonly { threadId: string }[]) => listed.map(({ threadId }) => threadId);
const countdown = (from: number, length: number) => Array.from({ length }, (_each, index) => `thread-${from - index}`);

describe("the list", () => {
  it("has every conversation, over as many pages as there are, the latest first", async () => {
    const threads = Array.from({ length: 45 }, (_each, number) => threadOf(number));
    const client = await serve(threads);
    expect(namesOf(await client.list())).toEqual(countdown(44, 45));
    expect(namesOf(await client.list({ limit: 41 }))).toEqual(countdown(44, 41));
  });

  it("asks for no more than is wanted", async () => {
    const pages: number[] = [];
    const client = await serve(
      Array.from({ length: 45 }, (_each, number) => threadOf(number)),
      pages,
    );
    expect(namesOf(await client.list({ limit: 3 }))).toEqual(countdown(44, 3));
    expect(pages).toEqual([3]);
  });

  it("looks behind other graphs' threads in pages of a fair size", async () => {
    const pages: number[] = [];
    const others = Array.from({ length: 60 }, (_each, number) =>
      threadOf(100 + number, { metadata: { graph_id: "somebody-elses" }, values: { messages: [] }, status: "busy" }),
    );
    const client = await serve([threadOf(1), threadOf(2), ...others], pages);
    expect(namesOf(await client.list({ limit: 2 }))).toEqual(["thread-2", "thread-1"]);
    expect(pages.length).toBeLessThanOrEqual(6);
  });

  it("has each once, also those that make a step while it is read", async () => {
    const threads = Array.from({ length: 45 }, (_each, number) => threadOf(number));
    const client = await serve(threads, [], (page) => {
      // What stood last comes to the front, and everything else one place further back.
      const last = threads.at(-1);
      if (last && page < 4) last.updated_at = at(100 + page);
    });
    const names = namesOf(await client.list());
    expect(names).toHaveLength(45);
    expect(new Set(names).size).toBe(45);
  });

  it("tells how far each has come, and leaves out what is none of ours", async () => {
    const turn = { id: "i", value: { kind: "your-turn", participant: "Bea" } };
    const unfinished = { ...said, stopReason: null };
    const client = await serve([
      threadOf(1, { status: "busy", values: null }),
      threadOf(2, { status: "busy", values: unfinished }),
      threadOf(3, { status: "interrupted", values: unfinished, interrupts: { task: [turn] } }),
      threadOf(4, { status: "interrupted", values: unfinished }),
      threadOf(5, { status: "error", values: unfinished }),
      threadOf(6, { metadata: { graph_id: "director", title: "Teatime" } }),
      threadOf(7, { values: { messages: [] } }),
      threadOf(8, { metadata: null, values: null }),
      threadOf(9, { metadata: { graph_id: "somebody-elses" }, status: "busy", values: null }),
    ]);
    expect((await client.list()).map(({ threadId, state, title, topic }) => [threadId, state, title ?? topic])).toEqual(
      [
        ["thread-6", "ended", "Teatime"],
        ["thread-5", "stopped", "Tea?"],
        ["thread-4", "stopped", "Tea?"],
        ["thread-3", "waiting", "Tea?"],
        ["thread-2", "running", "Tea?"],
        ["thread-1", "running", ""],
      ],
    );
  });
});
