/**
 * Starts the suites first that take longest. A fresh clone has no record of earlier durations, and Jest would go by file size:
 * long suites in small files would start last, with nothing left to run beside them.
 */
import TestSequencer from "@jest/test-sequencer";
import { partsOfPaths } from "./jest.suites.js";

/** Parts of paths, the longest suites first. A suite that collects garbage runs best while little else is in memory. */
const longest = partsOfPaths([
  "modes/left-behind",
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
