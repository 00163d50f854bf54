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
    const isWaiting = ({ path }) => path.includes(".integration.");
    const groups = [sorted.filter(isWaiting), sorted.filter((test) => !isWaiting(test))];
    const places = new Map(groups.flatMap((group) => group.map((test, at) => [test, at / group.length])));
    return sorted.toSorted((one, other) => places.get(one) - places.get(other));
  }
}
