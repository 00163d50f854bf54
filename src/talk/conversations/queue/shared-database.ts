import { randomUUID } from "node:crypto";
import { PostgresThreads } from "../../storage/postgres.js";
import type { Stretch } from "../../storage/threads.js";
import type { Enqueue } from "../local/other-processes.js";
import { DatabaseClock } from "./database-clock.js";
import { JobQueue } from "./job-queue.js";
import { Listener } from "./listener.js";
import { NewsSender } from "./news.js";
import { loadQueuePackages } from "./queue-packages.js";

export class SharedDatabase {
  readonly news: NewsSender;

  private constructor(
    readonly threads: PostgresThreads,
    readonly listener: Listener,
    readonly queue: JobQueue,
    readonly clock: DatabaseClock,
  ) {
    this.news = new NewsSender(threads);
  }

  static async open(address: string, listenAt: string | undefined, isWorker: boolean): Promise<SharedDatabase> {
    const packages = await loadQueuePackages();
    const threads = await PostgresThreads.open(address);
    const listener = new Listener(packages.pg, listenAt ?? address);
    try {
      const queue = await JobQueue.open(packages, threads, listener, isWorker);
      const clock = await DatabaseClock.start((sql) => threads.query(sql));
      return new SharedDatabase(threads, listener, queue, clock);
    } catch (error) {
      await listener.close();
      await threads.close();
      throw error;
    }
  }

  /** Sends each run to the workers, in the transaction that saves the thread's record. */
  readonly enqueue: Enqueue = async (record, { input, answers, idempotencyKey }, from) => {
    const stretch: Stretch = { id: randomUUID(), input, answers, idempotencyKey, from };
    const queued = { ...record, state: "queued", stretch, updatedAt: new Date().toISOString() } as const;
    await this.threads.saveWith(queued, (connection) =>
      this.queue.send({ thread: record.name, stretch: stretch.id }, { connection }),
    );
  };

  /** Does not close `threads`, which the caller closes. */
  async close(): Promise<void> {
    await this.news.flush();
    this.clock.stop();
    await this.queue.close();
    await this.listener.close();
  }
}
