/**
 * Starts the suites that take long before the others: what has never been run is otherwise begun in the order of its size, and
 * long suites that are small files would be left at the end, with nothing beside them.
 */
import TestSequencer from "@jest/test-sequencer";

/** Parts of their paths, the longest first. What collects garbage all the time does best while there is little else in memory. */
const long = [
  ...[
    "modes/left-behind",
    "readme",
    "modes/hostile",
    "models/obedient",
    "server/auth",
    "server/driving",
    "server/",
    "client/",
  ],
  ...[
    "deploy/context",
    "storage/",
    "cli/remote",
    "cli/typing",
    "cli/every-mode",
    "deploy/assistants",
    "modes/people",
  ],
  ...["contracts/", "properties", "models/rehearsal", "modes/interjections", "modes/faults"],
];

const rank = ({ path }) => {
  const found = long.findIndex((part) => path.includes(`test/${part}`) || path.includes(`.${part}.`));
  return found < 0 ? long.length : found;
};

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
