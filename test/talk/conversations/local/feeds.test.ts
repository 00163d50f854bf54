import { expect, it, jest } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { createBidding } from "../../../../src/index.js";
import { Feeds } from "../../../../src/talk/conversations/local/feeds.js";
import { Feed } from "../../../../src/talk/conversations/port/feed.js";
import type { HistoryState } from "../../../../src/talk/conversations/port/history.js";
import type { FollowedEvent, StatusEvent } from "../../../../src/talk/conversations/port/port.js";
import { fourNames, inputFor } from "../../../support/any-mode.js";
import { createHeldModel } from "../../../support/held-model.js";

/** The states that a bidding conversation of two turns saves. */
async function savedStates() {
  const graph = createBidding({ model: createHeldModel().model }).compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "talk" } };
  await graph.invoke(inputFor("bidding", { maxTurns: 2 }), config);
  const states = [];
  for await (const { values } of graph.getStateHistory(config)) states.unshift(values);
  return states;
}

const status = { type: "status", status: "running", waiting: [] } as const;

/** The number of the first state with bids of turn 2. */
const stepOfBids = (states: Awaited<ReturnType<typeof savedStates>>) =>
  states.findIndex(({ turn, bids = [] }) => turn === 1 && bids[0]?.turn === 2);

const bidsSinceStatus = (seen: readonly FollowedEvent[]) =>
  seen.slice(seen.findLastIndex(({ type }) => type === "status")).filter(({ type }) => type === "bid");

it("a follower that joins in the middle of an auction gets the auction's bids from the next saved step", async () => {
  const states = await savedStates();
  const step = stepOfBids(states);
  const graphs = {
    snapshotOf: async () => ({}),
    savedOf: async () => ({ state: states[step - 1], step: step - 1 }),
    savedAt: async (_thread: string, at: number) => states[at],
  };
  const feeds = new Feeds({ graphs, statuses: { of: () => status }, runs: new Map() } as never, {});
  const seen: FollowedEvent[] = [];
  for await (const event of feeds.follow({ name: "talk" } as never, {})) {
    seen.push(event);
    if (event.type === "status")
      void feeds.hear("talk", { kind: "saved", step }).then(() => setImmediate(() => feeds.end("talk")));
  }
  const bids = seen.filter((event) => event.type === "bid" && event.turn === 2);
  expect(bids).toHaveLength(fourNames.length);
});

it("a feed does not repeat bids whose fields come from the database in another order", async () => {
  const states = await savedStates();
  const step = stepOfBids(states);
  const { bids = [] } = states[step] ?? {};
  const feed = new Feed(states[step - 1] as HistoryState, status);
  const seen: FollowedEvent[] = [];
  const following = (async () => {
    for await (const event of feed.follow({})) seen.push(event);
  })();
  for (const bid of bids) {
    const reversed = Object.fromEntries(Object.entries(bid).reverse()) as typeof bid;
    feed.pass({ bidders: bids.length, bid: reversed, turn: 2, type: "bid" });
  }
  feed.see(states[step] as HistoryState, status);
  await new Promise((next) => setImmediate(next));
  feed.close();
  await following;
  expect(seen.filter((event) => event.type === "bid" && event.turn === 2)).toHaveLength(fourNames.length);
});

it("a feed repeats the bids once if it hears late of the start of a run whose later states it has read", async () => {
  const states = await savedStates();
  const step = stepOfBids(states);
  const record = { name: "talk", state: "running", stretch: { id: "first" }, updatedAt: "" };
  const graphs = { snapshotOf: async () => ({}), savedOf: async () => ({ state: states[step], step }) };
  const storage = { find: async () => record };
  // The record was read before the worker took the run, and the state afterwards.
  const statuses = { of: jest.fn(() => status as StatusEvent).mockReturnValueOnce({ ...status, status: "queued" }) };
  const feeds = new Feeds({ graphs, statuses, storage, runs: new Map() } as never, {});
  const seen: FollowedEvent[] = [];
  const start = { kind: "status", status, step: step - 2, stretch: "first" } as const;
  for await (const event of feeds.follow(record as never, {})) {
    seen.push(event);
    if (event.type === "status" && event.status === "queued")
      void feeds.hear("talk", start).then(() => setImmediate(() => feeds.end("talk")));
  }
  expect(seen.filter(({ type }) => type === "status")).toHaveLength(2);
  expect(seen.filter((event) => event.type === "bid" && event.turn === 2)).toHaveLength(2 * fourNames.length);
  expect(bidsSinceStatus(seen)).toHaveLength(fourNames.length);
});

it("a feed repeats the bids after a new status that another process has saved, because followers discard them", async () => {
  const states = await savedStates();
  const step = stepOfBids(states);
  const feed = new Feed(states[step] as HistoryState, status);
  const seen: FollowedEvent[] = [];
  const following = (async () => {
    for await (const event of feed.follow({})) seen.push(event);
  })();
  feed.see(states[step] as HistoryState, { ...status, status: "paused" });
  await new Promise((next) => setImmediate(next));
  feed.close();
  await following;
  expect(seen.findLast(({ type }) => type === "status")).toMatchObject({ status: "paused" });
  expect(bidsSinceStatus(seen)).toHaveLength(fourNames.length);
});
