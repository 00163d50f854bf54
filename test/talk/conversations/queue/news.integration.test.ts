import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { PassingEvent } from "../../../../src/core/state/events.js";
import { openConversations, startWorker, type Worker } from "../../../../src/index.js";
import { Feed } from "../../../../src/talk/conversations/port/feed.js";
import type { FollowedEvent, SharedConversations } from "../../../../src/talk/conversations/port/port.js";
import { NewsSender, readNews, type ThreadNews } from "../../../../src/talk/conversations/queue/news.js";
import { inputFor } from "../../../support/any-mode.js";
import { createHeldSpeeches } from "../../../support/held-speeches.js";
import { type Postgres, startPostgres } from "../../../support/postgres.js";
import { isStatus, numberedIn, until } from "../../contracts/conversations.js";

const start = (turn = 1): PassingEvent => ({ type: "speech-start", turn, speaker: "Ann", attempt: 1 });
const delta = (text: string, turn = 1): PassingEvent => ({ type: "speech-delta", turn, speaker: "Ann", text });

async function sent(add: (news: NewsSender) => void): Promise<{ news: ThreadNews[]; payloads: string[] }> {
  const payloads: string[] = [];
  const query = async (_sql: string, [, batches]: [string, string[]]) => void payloads.push(...batches);
  const sender = new NewsSender({ pool: { query } as never });
  add(sender);
  await sender.flush();
  return { news: payloads.flatMap(readNews), payloads };
}

describe("news", () => {
  const wholeNews = { isFirst: true, isLast: true };

  it("is kept separate for new followers and for all followers", async () => {
    const { news } = await sent((sender) => {
      sender.add("talk", { kind: "passed", step: 3, events: [start()] });
      sender.add("talk", { kind: "passed", step: 3, events: [start()], whole: wholeNews });
      sender.add("talk", { kind: "passed", step: 3, events: [delta("Yes. ")] });
    });
    expect(news.map(([, each]) => each.kind === "passed" && each.whole !== undefined)).toEqual([false, true, false]);
  });

  it("of a long speech with unusual characters fits into notifications, and arrives complete", async () => {
    const text = `${'\u{1f600}\u00e9"\\\n'.repeat(30_000)}${"\ud800"}`;
    const { news, payloads } = await sent((sender) =>
      sender.add("talk", { kind: "passed", step: 3, events: [start(), delta(text)], whole: wholeNews }),
    );
    expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000);
    const parts = news.map(([, each]) => (each.kind === "passed" ? each : undefined));
    expect(parts.flatMap((part) => (part?.whole?.isFirst ? [part] : []))).toEqual([parts[0]]);
    expect(parts.flatMap((part) => (part?.whole?.isLast ? [part] : []))).toEqual([parts.at(-1)]);
    const events = parts.flatMap((part) => part?.events ?? []);
    expect(events.flatMap((event) => (event.type === "speech-delta" ? event.text : "")).join("")).toBe(text);
  });
});

describe("a feed that joins", () => {
  async function heard(passed: readonly PassingEvent[], joined: readonly PassingEvent[]) {
    const feed = new Feed({ messages: [] } as never, { type: "status", status: "running", waiting: [] });
    const events: FollowedEvent[] = [];
    const following = (async () => {
      for await (const event of feed.follow({})) events.push(event);
    })();
    for (const event of passed) feed.pass(event);
    feed.join(joined);
    await new Promise((next) => setImmediate(next));
    feed.close();
    await following;
    return events.filter(({ type }) => type !== "status");
  }

  it.each([
    ["gets everything", [], [start(), delta("One two")]],
    ["gets nothing that it has", [start(), delta("One "), delta("two")], []],
    ["gets the rest of a speech", [start(), delta("One ")], [delta("two")]],
    [
      "gets a speech from its start if it missed a piece",
      [start(), delta("On"), delta("wo")],
      [start(), delta("One two")],
    ],
  ])("%s", async (_what, passed, rest) => {
    expect(await heard(passed, [start(), delta("One two")])).toEqual([...passed, ...rest]);
  });
});

describe("followers of a worker's conversation", () => {
  const { model, ...speeches } = createHeldSpeeches(40, 300);
  const opened: SharedConversations[] = [];
  let postgres: Postgres;
  let address: string;
  let worker: Worker;

  beforeAll(async () => {
    postgres = await startPostgres();
    address = await postgres.createDatabase();
    worker = await startWorker(address, { model });
  });

  afterAll(async () => {
    speeches.release();
    await Promise.all(opened.map((each) => each.close()));
    await worker.stop();
    await postgres.stop();
  });

  async function open(pollMs = 20): Promise<SharedConversations> {
    const conversations = await openConversations(address, { queue: true, pollMs });
    opened.push(conversations);
    return conversations;
  }

  const begin = async (conversations: SharedConversations) =>
    (await conversations.start("round-robin", { input: inputFor("round-robin", { maxTurns: 2 }) })).thread;

  const piecesOf = (events: readonly FollowedEvent[], turn: number) =>
    events.flatMap((event) =>
      event.sequence === undefined && event.type === "speech-delta" && event.turn === turn ? event.text : [],
    );

  const isPiece = (text: string) => (event: FollowedEvent) =>
    event.type === "speech-delta" && event.text.includes(text);

  it("get the earlier pieces of a long speech once if they join in the middle, like those who were there from the start", async () => {
    const [first, second] = [await open(), await open()];
    const held = speeches.holdBefore(2, 38);
    const thread = await begin(first);
    const early = until(first.follow(thread), isStatus("ended"));
    await held;
    await until(second.follow(thread), isPiece("word2-36"));
    const caughtUp = Promise.withResolvers<void>();
    const late = until(second.follow(thread), (event) => {
      if (isPiece("word2-36")(event)) caughtUp.resolve();
      return isStatus("ended")(event);
    });
    await caughtUp.promise;
    // Gives the followers time to poll the database several times while nothing happens.
    await new Promise((next) => setTimeout(next, 200));
    speeches.release();
    for (const events of [await early, await late]) {
      const pieces = piecesOf(events, 2).join("");
      expect(pieces).toContain("word2-36");
      // The last pieces are skipped if the follower has already read the saved speech.
      expect(speeches.textOf(2).startsWith(pieces)).toBe(true);
      expect(numberedIn(events)).toEqual(numberedIn(await early));
    }
  });

  it("get the saved speeches and the end even after the connection for notifications is cut", async () => {
    const conversations = await open(100_000);
    const held = speeches.holdBefore(2, 30);
    const thread = await begin(conversations);
    const following = until(conversations.follow(thread), isStatus("ended"));
    await held;
    await until(conversations.follow(thread), isPiece("word2-28"));
    await postgres.query(
      address,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()",
    );
    speeches.release();
    const events = await following;
    expect(numberedIn(events).filter(({ type }) => type === "speech-end")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ status: "ended" });
  });
});
