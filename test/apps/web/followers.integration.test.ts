import { expect, it } from "@jest/globals";
import { loadWeb } from "../../support/web-load.js";

it("each of 100 clients with simultaneous conversations receives every event once and in order", async () => {
  const { ended, faults } = await loadWeb({ first: 0, conversations: 100, turns: 2, words: 10, wordMs: 50 });
  expect(faults).toEqual([]);
  expect(ended).toBe(100);
}, 300_000);
