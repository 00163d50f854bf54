import { expect, it } from "@jest/globals";
import { loadServer } from "../../support/server-load.js";

it("the server runs fifty conversations to their ends at once without mixing them up", async () => {
  const { faults, ended, calls } = await loadServer({
    conversations: 50,
    turns: 2,
    callMs: 50,
    workers: 50,
    timesAlone: 1,
  });
  expect(faults).toEqual([]);
  expect(ended).toBe(50);
  // Each turn has three bids and a speech. Two more conversations run alone: a warm-up and a timed one.
  expect(calls).toBe(52 * 2 * 4);
}, 300_000);
