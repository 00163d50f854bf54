import { setTimeout as wait } from "node:timers/promises";
import { RostrumError } from "../../src/errors/rostrum-error.js";

const isTemporary = (error: unknown) =>
  !RostrumError.isInstance(error) || error.code === "storage-failed" || error.code === "thread-in-use";

/** Repeats `act` while it fails for a temporary reason, for at most about two minutes, as a user would. */
export async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let left = 240; ; left -= 1)
    try {
      return await act();
    } catch (error) {
      if (left === 0 || !isTemporary(error)) throw error;
      await wait(500);
    }
}
