import { ConstantBackoff, handleWhen, retry } from "cockatiel";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { Threads } from "./threads.js";

export const isInUse = (error: unknown): boolean => RostrumError.isInstance(error) && error.code === "thread-in-use";

/** @throws `thread-in-use` if the thread is already locked. */
export async function withLock<Result>(threads: Threads, thread: string, act: () => Promise<Result>): Promise<Result> {
  await threads.take(thread);
  try {
    return await act();
  } finally {
    await threads.release(thread);
  }
}

const untilUnlocked = retry(handleWhen(isInUse), { maxAttempts: 20, backoff: new ConstantBackoff(100) });

/** Repeats `act` up to 20 times while it throws `thread-in-use`. */
export const onceUnlocked = <Result>(act: () => Promise<Result>): Promise<Result> => untilUnlocked.execute(act);
