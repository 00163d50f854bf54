/** How often a follower of a conversation on a server reads its state, with a client of no server. */
import { expect, it } from "@jest/globals";
import type { RostrumClient } from "../../src/client/rostrum-client.js";
import { Watch } from "../../src/client/watch.js";
import type { ConversationSnapshot } from "../../src/conversations/port.js";

it("waits once for what may come before the first turn, not again for each event", async () => {
  const bids = Array.from({ length: 20 }, (_, value) => ({ type: "bid", turn: 1, participant: "Ann", value }));
  let reads = 0;
  let runs = 1;
  const read = async () => {
    reads += 1;
    const state = { turn: 0, turnAtStart: 0 };
    return { thread: "talk", status: "running", waiting: [], state } as unknown as ConversationSnapshot;
  };
  const client = {
    activeRun: async () => (runs-- > 0 ? { threadId: "talk", runId: "one" } : undefined),
    follow: async function* () {
      yield* bids;
    },
  } as unknown as RostrumClient;
  const watch = new Watch(await read(), read, client, { pollMs: 1000 });
  const told: unknown[] = [];
  for await (const event of watch.follow({})) {
    if (event.type === "bid") told.push(event);
    if (told.length === bids.length) break;
  }
  watch.close();
  expect(told).toEqual(bids);
  expect(reads).toBeLessThan(2 * 40);
});
