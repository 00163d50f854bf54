/** Waits for the first entry of a log, as long as there may be one. */
import type { Run } from "@langchain/langgraph-sdk";
import type { RostrumError } from "../errors.js";

/** Undefined where nothing came in time. */
async function soon<Value>(value: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

/**
 * A log that is there begins at once, because a run's first entry is written when it begins. Where none comes, `look` says what
 * has become of the run; it is believed the second time, since a run may begin or end at that very moment. Throws `silent`
 * for a run that is said to be under way: whoever worked at it is gone.
 */
export async function firstWithin<Entry>(
  first: Promise<IteratorResult<Entry, undefined>>,
  silenceMs: number,
  look: () => Promise<Run>,
  silent: () => RostrumError,
): Promise<IteratorResult<Entry, undefined>> {
  // Whoever stops waiting for it must not be told of its failure.
  first.catch(() => {});
  let before: Run["status"] | undefined;
  for (;;) {
    const entry = await soon(first, silenceMs);
    if (entry) return entry;
    const { status } = await look();
    if (status !== "pending" && status === before) {
      if (status !== "running") return { done: true, value: undefined };
      throw silent();
    }
    before = status;
  }
}
