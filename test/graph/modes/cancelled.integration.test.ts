/** Cancelled runs close their calls, as the endpoint sees; `npm run report:cancel` measures how soon. */
import { describe, expect, it } from "@jest/globals";
import { allModes } from "../../support/any-mode.js";
import { cancelInTheMiddle, cancellations, type Way, ways } from "../../support/cancelling.js";

/** A call that waits to be made again would come within the time that is looked out for it. */
const rules = { retryAfterMs: 100, lookOutMs: 250 };

const words: Readonly<Record<Way, string>> = {
  invoke: "cancelled while they are waited for",
  stream: "cancelled while they are streamed",
  leave: "left by whoever reads their stream",
};

it("are of every mode", () => {
  expect(new Set(cancellations.map(({ mode }) => mode))).toEqual(new Set(allModes));
});

describe.each(ways.map((way) => [words[way], way] as const))("runs that are %s", (_words, way) => {
  it.each(cancellations.map((cancellation) => [cancellation.name, cancellation] as const))(
    "in the middle of %s have all calls in flight closed, make none after, and leave no timer",
    async (_name, cancellation) => {
      const { closedAfter, error, later, timers } = await cancelInTheMiddle(cancellation, way, rules);
      expect(closedAfter).toHaveLength(cancellation.inFlight);
      expect({ later, timers }).toEqual({ later: 0, timers: 0 });
      if (way === "leave") expect(error).toBeUndefined();
      else expect(error).toMatchObject({ message: expect.stringMatching(/abort/i) });
    },
  );
});
