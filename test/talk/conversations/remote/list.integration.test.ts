import { afterEach, describe, expect, it } from "@jest/globals";
import type { Conversations, ListedPage, ListOptions } from "../../../../src/talk/conversations/port/port.js";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { type StubServer, startStubServer } from "../../../support/stub-server.js";

interface StubThread {
  readonly thread_id: string;
  readonly status: string;
  readonly metadata: object | null;
  readonly values: object | null;
  readonly interrupts: object;
  /** The server's answer to a request for the thread's state. Default: 404. */
  readonly saved?: object;
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

/** Fields of a thread whose state the client has to request. The client does so only if the thread's name is a UUID. */
const unlisted = (digit: string) => ({ thread_id: `11111111-2222-4333-8444-55555555555${digit}`, values: null });

let stub: StubServer;
afterEach(() => stub.stop());

async function serve(threads: StubThread[], pages: number[] = [], move: (page: number) => void = () => {}) {
  stub = await startStubServer((asked, request) => {
    const { saved } = threads.find(({ thread_id }) => asked === `GET /threads/${thread_id}/state`) ?? {};
    if (asked !== "POST /threads/search") return saved && { tasks: [], ...saved };
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    return (_request, response) =>
      void request.on("end", () => {
        const { limit, offset, status } = JSON.parse(body);
        threads.sort((left, right) => right.updated_at.localeCompare(left.updated_at));
        pages.push(limit);
        const matching = threads.filter((thread) => status === undefined || thread.status === status);
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(matching.slice(offset, offset + limit)));
        move(pages.length);
      });
  });
  return connectConversations({ url: stub.url });
}

const namesOf = ({ conversations }: ListedPage) => conversations.map(({ thread }) => thread);

async function allPages(conversations: Conversations, options: ListOptions): Promise<string[]> {
  const names: string[] = [];
  let after: string | null = null;
  do {
    const page: ListedPage = await conversations.list({ ...options, ...(after !== null && { after }) });
    names.push(...namesOf(page));
    after = page.next;
  } while (after !== null);
  return names;
}

const countdown = (from: number, length: number) => Array.from({ length }, (_each, index) => `thread-${from - index}`);

describe("the list", () => {
  it("contains every conversation of every page, most recently updated first", async () => {
    const threads = Array.from({ length: 45 }, (_each, number) => threadOf(number));
    const conversations = await serve(threads);
    expect(namesOf(await conversations.list())).toEqual(countdown(44, 45));
    expect(namesOf(await conversations.list({ limit: 41 }))).toEqual(countdown(44, 41));
  });

  it("requests only one thread more than its limit", async () => {
    const pages: number[] = [];
    const conversations = await serve(
      Array.from({ length: 45 }, (_each, number) => threadOf(number)),
      pages,
    );
    expect(namesOf(await conversations.list({ limit: 3 }))).toEqual(countdown(44, 3));
    // One more thread shows whether there is another page.
    expect(pages).toEqual([4]);
  });

  it("consists of pages that contain each conversation once, even if many have the same time", async () => {
    const threads = Array.from({ length: 45 }, (_each, number) => threadOf(number % 9, { thread_id: `t-${number}` }));
    const conversations = await serve(threads);
    const inOrder = threads.map((thread) => [thread.updated_at, thread.thread_id] as const);
    const expected = inOrder.toSorted((left, right) => (String(left) < String(right) ? 1 : -1)).map(([, id]) => id);
    for (const limit of [1, 2, 3, 10, 44, 45]) expect(await allPages(conversations, { limit })).toEqual(expected);
  });

  it("continues on the next page at the right place if conversations before it are deleted or updated", async () => {
    const threads = Array.from({ length: 60 }, (_each, number) => threadOf(number));
    const conversations = await serve(threads);
    const first = await conversations.list({ limit: 40 });
    threads.splice(0, 35);
    const second = await conversations.list({ limit: 40, after: String(first.next) });
    expect(namesOf(second)).toEqual(countdown(19, 20));
    expect(second.next).toBeNull();
    for (const thread of threads.slice(0, 3)) thread.updated_at = at(100);
    expect(namesOf(await conversations.list({ limit: 5, after: String(first.next) }))).toEqual(countdown(19, 5));
    threads.splice(0, threads.length);
    expect(await conversations.list({ after: String(first.next) })).toEqual({ conversations: [], next: null });
  });

  it("contains the conversations with a given status, and for `waiting`, requests only interrupted threads", async () => {
    const pages: number[] = [];
    const idle = Array.from({ length: 100 }, (_each, number) => threadOf(number));
    const turn = { id: "i", value: { kind: "your-turn", participant: "Bea" } };
    const unfinished = { ...said, stopReason: null };
    const conversations = await serve(
      [
        ...idle,
        threadOf(200, { status: "interrupted", values: unfinished }),
        threadOf(201, { status: "interrupted", values: unfinished, interrupts: { task: [turn] } }),
        threadOf(202, { status: "error", values: unfinished, interrupts: { task: [turn] } }),
      ],
      pages,
    );
    expect(namesOf(await conversations.list({ status: "waiting" }))).toEqual(["thread-201"]);
    expect(pages).toEqual([20]);
    expect(namesOf(await conversations.list({ status: "stopped" }))).toEqual(["thread-200"]);
    expect(namesOf(await conversations.list({ status: "failed" }))).toEqual(["thread-202"]);
    expect(namesOf(await conversations.list({ status: "running" }))).toEqual([]);
    expect(namesOf(await conversations.list({ status: "ended", limit: 2 }))).toEqual(["thread-99", "thread-98"]);
  });

  it("contains the conversations whose title and topic together contain all words of a search", async () => {
    const conversations = await serve([
      threadOf(1, { values: { ...said, topic: "Should the FERRY be free?" } }),
      threadOf(2, { metadata: { graph_id: "bidding", title: "Ferry" } }),
      threadOf(3, { ...unlisted("3"), values: said }),
    ]);
    expect(namesOf(await conversations.list({ search: "ferry" }))).toEqual(["thread-2", "thread-1"]);
    expect(namesOf(await conversations.list({ search: "ferry tea?" }))).toEqual(["thread-2"]);
    expect(namesOf(await conversations.list({ search: "11111111" }))).toEqual([]);
  });

  it("needs few requests to skip the threads of other graphs", async () => {
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
      threadOf(0, { ...unlisted("0"), saved: { values: unfinished } }),
      threadOf(1, { ...unlisted("1"), status: "busy" }),
      threadOf(2, { status: "busy", values: unfinished }),
      threadOf(3, { status: "interrupted", values: unfinished, interrupts: { task: [turn] } }),
      threadOf(4, { status: "interrupted", values: unfinished }),
      threadOf(5, { status: "error", values: unfinished }),
      threadOf(6, { metadata: { graph_id: "director", title: "Teatime" } }),
      threadOf(7, { values: { messages: [] } }),
      threadOf(8, { metadata: null, values: null }),
      threadOf(9, { metadata: { graph_id: "somebody-elses" }, status: "busy", values: null }),
      threadOf(10, { status: "interrupted" }),
      threadOf(11, { ...unlisted("2"), values: said, status: "error", saved: { values: said, tasks: [{}] } }),
      // A further round was withdrawn.
      threadOf(12, { ...unlisted("3"), values: said, status: "error", saved: { values: said } }),
    ]);
    expect(
      (await conversations.list()).conversations.map(({ thread, status, title, topic }) => [
        thread,
        status,
        title ?? topic,
      ]),
    ).toEqual([
      [unlisted("3").thread_id, "ended", "Tea?"],
      [unlisted("2").thread_id, "failed", "Tea?"],
      ["thread-10", "stopped", "Tea?"],
      ["thread-6", "ended", "Teatime"],
      ["thread-5", "failed", "Tea?"],
      ["thread-4", "stopped", "Tea?"],
      ["thread-3", "waiting", "Tea?"],
      ["thread-2", "running", "Tea?"],
      [unlisted("1").thread_id, "running", ""],
      [unlisted("0").thread_id, "stopped", "Tea?"],
    ]);
  });
});
