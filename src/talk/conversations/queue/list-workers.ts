/** Lists the workers of a database. */
import { DatabaseClock } from "./database-clock.js";
import { type ListedWorkers, openQueue } from "./job-queue.js";

/** @internal Returns the workers and the database's time; see `listWorkers` in `open.ts`. */
export async function listWorkersOf(address: string): Promise<ListedWorkers & { readonly now: Date }> {
  const { threads, listener, queue } = await openQueue(address, undefined, false);
  try {
    const clock = await DatabaseClock.start((sql) => threads.query(sql));
    clock.stop();
    const now = clock.now();
    return { ...(await queue.listWorkers(now)), now };
  } finally {
    await queue.close();
    await listener.close();
    await threads.close();
  }
}
