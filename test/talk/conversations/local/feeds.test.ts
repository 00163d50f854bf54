import { expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { createBidding } from "../../../../src/index.js";
import { Feeds } from "../../../../src/talk/conversations/local/feeds.js";
import type { FollowedEvent } from "../../../../src/talk/conversations/port/port.js";
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

it("gives followers the bids that were saved while it was not yet receiving news", async () => {
  const states = await savedStates();
  const hasBids = ({ turn, bids = [] }: (typeof states)[number]) => turn === 1 && bids[0]?.turn === 2;
  const step = states.findIndex(hasBids);
  const status = { type: "status", status: "running", waiting: [] } as const;
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
