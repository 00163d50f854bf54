/**
 * Starts the longest suites first. A fresh clone has no record of earlier durations, so Jest would sort by file size.
 * Spreads the suites that mostly wait among those that compute, which keeps all cores busy.
 */
import TestSequencer from "@jest/test-sequencer";
import { partsOfPaths } from "./jest.suites.js";

const longest = partsOfPaths([
  "contracts/",
  "stage/",
  "package/",
  "hostile/s",
  "delivery/controls",
  "docs/",
  "server/",
  "conversations/remote/",
  "deploy/",
  "storage/",
  "cli/",
  ".integration.",
]);

const rank = ({ path }) => {
  const found = longest.findIndex((part) => path.includes(part));
  return found < 0 ? longest.length : found;
};

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
    const waits = ({ path }) => path.includes(".integration.");
    const [waiting, computing] = [sorted.filter(waits), sorted.filter((test) => !waits(test))];
    const share = computing.length / waiting.length;
    return [
      ...waiting.flatMap((test, at) => [
        test,
        ...computing.slice(Math.round(at * share), Math.round((at + 1) * share)),
      ]),
      ...(waiting.length === 0 ? computing : []),
    ];
  }
}
