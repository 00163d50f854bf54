/**
 * Starts the longest suites first. A fresh clone has no record of earlier durations, so Jest would sort by file size.
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
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
