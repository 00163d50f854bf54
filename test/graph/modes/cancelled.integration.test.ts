/** Cancelled runs close their calls at the endpoint; `npm run report:cancel` measures how soon. */
import { describe, expect, it } from "@jest/globals";
import { allModes } from "../../support/any-mode.js";
import { cancelInTheMiddle, cancellations, type Way, ways } from "../../support/cancelling.js";

/** A pending retry would arrive while the test looks for late calls. */
const rules = { retryAfterMs: 100, lookOutMs: 250 };

const words: Readonly<Record<Way, string>> = {
  invoke: "cancelled during invoke",
  stream: "cancelled during stream",
  leave: "abandoned by the reader of their stream",
};

it("covers every mode", () => {
  expect(new Set(cancellations.map(({ mode }) => mode))).toEqual(new Set(allModes));
});

describe.each(ways.map((way) => [words[way], way] as const))("runs that are %s", (_words, way) => {
  it.each(cancellations.map((cancellation) => [cancellation.name, cancellation] as const))(
    "in the middle of %s close all calls in flight, make none afterwards, and leave no timer",
    async (_name, cancellation) => {
      const { closedAfter, error, later, timers } = await cancelInTheMiddle(cancellation, way, rules);
      expect(closedAfter).toHaveLength(cancellation.inFlight);
      expect({ later, timers }).toEqual({ later: 0, timers: 0 });
      if (way === "leave") expect(error).toBeUndefined();
      else expect(error).toMatchObject({ message: expect.stringMatching(/abort/i) });
    },
  );
});
