/** `npm run report:cancel` measures how soon cancelled runs close their connections to the endpoint. */
import { describe, expect, it } from "@jest/globals";
import { allModes } from "../../support/any-mode.js";
import { cancelInTheMiddle, cancellations, type Way, ways } from "../../support/cancelling.js";

/** `lookOutMs` is longer than `retryAfterMs`, so the test would see a retry that was not cancelled. */
const rules = { retryAfterMs: 100, lookOutMs: 250 };

const words: Readonly<Record<Way, string>> = {
  invoke: "started with `invoke` and cancelled",
  stream: "started with `stream` and cancelled",
  leave: "abandoned by their reader",
};

it("the cases of cancellation cover every mode", () => {
  expect(new Set(cancellations.map(({ mode }) => mode))).toEqual(new Set(allModes));
});

describe.each(ways.map((way) => [words[way], way] as const))("runs that are %s", (_words, way) => {
  it.each(cancellations.map((cancellation) => [cancellation.name, cancellation] as const))(
    "close all calls in flight, make none afterwards, and leave no timer (during %s)",
    async (_name, cancellation) => {
      const { closedAfter, error, later, timers } = await cancelInTheMiddle(cancellation, way, rules);
      expect(closedAfter).toHaveLength(cancellation.inFlight);
      expect({ later, timers }).toEqual({ later: 0, timers: 0 });
      if (way === "leave") expect(error).toBeUndefined();
      else expect(error).toMatchObject({ message: expect.stringMatching(/abort/i) });
    },
  );
});
