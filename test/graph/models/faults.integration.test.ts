/** `npm run report:faults` runs many more debates with a model server that often fails. */
import { expect, it } from "@jest/globals";
import { debateWithFaults } from "../../support/faults.js";

it("every debate ends with all its messages, if necessary after resuming, even if one call in five fails", async () => {
  const debates = 12;
  const { lost, ended, resumed, calls, faults } = await debateWithFaults({
    debates,
    turns: 5,
    share: 0.2,
    atOnce: debates,
    seed: 7,
  });
  expect({ lost, all: ended + resumed }).toEqual({ lost: 0, all: debates });
  const failed = Object.values(faults);
  for (const count of failed) expect(count).toBeGreaterThan(0);
  const share = failed.reduce((sum, count) => sum + count, 0) / calls;
  expect(share).toBeGreaterThan(0.1);
}, 120_000);
