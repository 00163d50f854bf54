import type { ListedWorkers } from "./job-queue.js";
import { SharedDatabase } from "./shared-database.js";

/** @internal See `listWorkers` in `open.ts`. */
export async function listWorkersOf(address: string): Promise<ListedWorkers & { readonly now: Date }> {
  const database = await SharedDatabase.open(address, undefined, false);
  try {
    const now = database.clock.now();
    return { ...(await database.queue.listWorkers(now)), now };
  } finally {
    await database.close();
    await database.threads.close();
  }
}
