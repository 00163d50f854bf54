/** Many conversations at once on one server keep to themselves. How fast they are is for `npm run report:load`. */
import { expect, it } from "@jest/globals";
import { loadServer } from "../support/server-load.js";

it("holds fifty conversations at once, each to its end, and nothing of one gets into another", async () => {
  const { faults, ended, calls } = await loadServer({
    ...{ conversations: 50, turns: 2, callMs: 50, workers: 50, timesAlone: 1 },
  });
  expect(faults).toEqual([]);
  expect(ended).toBe(50);
  // With the two that are held alone: three bids and a speech a turn.
  expect(calls).toBe(52 * 2 * 4);
}, 300_000);
