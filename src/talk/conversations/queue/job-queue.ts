/** The queue of stretches, which are the runs that workers perform. pg-boss stores the queue in its own schema. */
import type pg from "pg";
import type { Instance, Job, JobResult, PgBoss, WorkOptions } from "pg-boss";
import { checkVersion } from "../../../core/state/saved-format.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { storageFailed } from "../../../errors/storage-failure.js";
import { type PostgresThreads, queueSchema as schema } from "../../storage/postgres.js";
import type { QueueMeasures } from "../measures/measures.js";
import { ownerOf } from "../port/thread-names.js";
import type { Listener } from "./listener.js";
import type { QueuePackages } from "./queue-packages.js";

const queueName = "stretches";
/** The queue of stretches that failed permanently. */
const failedName = "failed-stretches";
/** Distinguishes workers from other programs that have registered with pg-boss. */
const workerName = "rostrum-worker";

/**
 * If a worker sends no heartbeat for this long, its job goes to another worker. This is the minimum that pg-boss
 * allows.
 */
const heartbeatSeconds = 10;
/** How often to look for jobs whose worker has died. */
const monitorSeconds = 1;
/** How often a worker refreshes its entry for `listWorkers`. */
const entrySeconds = 5;
/** The maximum number of instances to list; pg-boss allows no more. */
const mostInstances = 100_000;
/** Stopped or dead workers are counted for this long, in milliseconds. */
const recentMs = 3600 * 1000;
/** How often an idle worker looks for jobs for which it has received no notification. */
const pollSeconds = 2;
/** How often to delete old completed jobs. */
const maintenanceSeconds = 600;
/** How long a job can wait for a worker before pg-boss deletes it: effectively forever. */
const retentionSeconds = 10 * 365 * 24 * 3600;
/** The maximum duration of a job. pg-boss allows at most a day. */
const longestSeconds = 24 * 3600 - 1;

/**
 * Reads these figures from the table, because pg-boss refreshes its own only while there are workers, and does not
 * record how long jobs have waited.
 */
const selectReady = `
  SELECT count(*)::int AS ready,
    coalesce(extract(epoch FROM now() - min(greatest(created_on, start_after))), 0)::float8 AS "oldestReadySeconds"
  FROM ${schema}.job WHERE name = '${queueName}' AND state < 'active' AND start_after <= now()`;

/** With `deadline`, the stretch runs only if a person has not answered by then. */
export interface StretchJob {
  readonly thread: string;
  readonly stretch: string;
  readonly deadline?: string;
}

/** `seenAt`: the time of the worker's latest entry, which it refreshes every five seconds. */
export interface ListedWorker {
  readonly host: string;
  readonly pid: number;
  readonly startedAt: string;
  /** The number of conversations that the worker is running; null while the worker is starting or stopping. */
  readonly busy: number | null;
  /** The maximum of `busy`; null while the worker is starting or stopping. */
  readonly places: number | null;
  /** The worker's resident memory; null if it could not be measured. */
  readonly memoryBytes: number | null;
  readonly seenAt: string;
}

export interface ListedWorkers {
  /** The workers that are running, newest first. */
  readonly workers: readonly ListedWorker[];
  /** The number of other workers that stopped within the last hour, except those that pg-boss has already deleted. */
  readonly stopped: number;
  /**
   * The number of other workers that died, or lost their connection, within the last hour, except those that pg-boss
   * has already deleted.
   */
  readonly died: number;
}

export type Outcome = Pick<JobResult, "status" | "output">;

const queryOn = (connection: Pick<pg.ClientBase, "query">) => ({
  executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
});

function listedWorker({ host, pid, startedOn, heartbeatOn, workers, metrics }: Instance): ListedWorker {
  const work = workers.find(({ queue }) => queue === queueName);
  return {
    ...{ host, pid, startedAt: startedOn.toISOString() },
    ...{ busy: work?.active ?? null, places: work?.localConcurrency ?? null, memoryBytes: metrics?.rss ?? null },
    seenAt: heartbeatOn.toISOString(),
  };
}

function groupOf({ thread }: StretchJob) {
  const owner = ownerOf(thread);
  return owner === null ? {} : { group: { id: owner } };
}

/**
 * A notification announces a single job, but pg-boss would wake all pollers, and each of them would make a query. The
 * returned function wakes only one idle poller or, if none is idle, all pollers, so that each looks for another job as
 * soon as it finishes the current one.
 */
function createWaker(boss: PgBoss): () => void {
  const lastWoken = new Map<string, number>();
  let calls = 0;
  const orderOf = ({ id }: { readonly id: string }) => lastWoken.get(id) ?? 0;
  return () => {
    calls += 1;
    const pollers = boss.getWipData();
    const idle = pollers.filter(({ count }) => count === 0).sort((left, right) => orderOf(left) - orderOf(right));
    for (const { id } of idle.length > 0 ? idle.slice(0, 1) : pollers) {
      lastWoken.set(id, calls);
      boss.notifyWorker(id);
    }
  };
}

export class JobQueue {
  private constructor(
    private readonly boss: PgBoss,
    private readonly threads: PostgresThreads,
  ) {}

  /**
   * @param isWorker - Whether this process also takes jobs and maintains the queue.
   * @throws `unreadable-save` if a newer version of pg-boss has updated the tables; `storage-failed` if they cannot be
   * created.
   */
  static async open(
    { PgBoss, schemaVersion }: QueuePackages,
    threads: PostgresThreads,
    listener: Listener,
    isWorker: boolean,
  ): Promise<JobQueue> {
    const boss: PgBoss = new PgBoss({
      schema,
      db: {
        ...queryOn(threads.pool),
        listen: (channel, _wakeAll, onReconnect) => listener.listen(channel, createWaker(boss), onReconnect),
      },
      schedule: false,
      supervise: isWorker,
      superviseIntervalSeconds: monitorSeconds,
      monitorIntervalSeconds: monitorSeconds,
      maintenanceIntervalSeconds: maintenanceSeconds,
      queueCacheIntervalSeconds: monitorSeconds,
      useListenNotify: isWorker,
      registerInstance: isWorker,
      instanceName: workerName,
      instanceHeartbeatSeconds: entrySeconds,
      openTelemetry: { propagateContext: true },
    });
    // Ignores background errors, such as a lost connection, because pg-boss tries again.
    boss.on("error", () => {});
    try {
      await threads.settingUp(() => boss.start());
      checkVersion("database", threads.place, (await boss.schemaVersion()) ?? schemaVersion, schemaVersion);
      await boss.createQueue(failedName);
      await boss.createQueue(queueName, {
        ...{ deadLetter: failedName, notify: true, heartbeatSeconds, expireInSeconds: longestSeconds },
        // The retry limit is high, because a long conversation may need many retries, and the workers themselves limit
        // the deaths at each step.
        ...{ retryLimit: 1_000_000, retryDelay: 1, retentionSeconds, deleteAfterSeconds: 3600 },
      });
      return new JobQueue(boss, threads);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {});
      throw RostrumError.isInstance(error) ? error : storageFailed(error, threads.place, "tables");
    }
  }

  /**
   * Each owner's jobs form a group, so that a worker can leave room for other owners' jobs.
   *
   * @param connection - The connection whose transaction sends the job. Default: a separate transaction.
   */
  async send(job: StretchJob, { connection, startAfter }: { connection?: pg.ClientBase; startAfter?: string } = {}) {
    await this.boss.send(queueName, job, {
      ...groupOf(job),
      id: job.stretch,
      ...(connection && { db: queryOn(connection) }),
      ...(startAfter !== undefined && { startAfter }),
    });
  }

  /** Sends a copy of a job that this worker could not start. */
  async sendAgain(job: StretchJob): Promise<void> {
    await this.boss.send(queueName, job, { ...groupOf(job), deleteAfterSeconds: 60 });
  }

  /**
   * @param perform - If it rejects, the job is sent again after a second. The job's signal aborts if the queue gives
   * the job to another worker.
   */
  async work(concurrency: number, perform: (job: Job<StretchJob>) => Promise<Outcome>): Promise<void> {
    const options = {
      localConcurrency: concurrency,
      // Limits one owner to three quarters of the places, rounded up, to leave room for other owners' conversations.
      localGroupConcurrency: Math.max(1, Math.ceil(concurrency * 0.75)),
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
      burstWhenReadyExceeds: 1,
      perJobResults: true,
    } as const satisfies WorkOptions;
    await this.boss.work<StretchJob, object, typeof options>(queueName, options, async ([job]) =>
      job ? [{ id: job.id, ...(await perform(job)) }] : [],
    );
  }

  async measure(): Promise<QueueMeasures> {
    const queues = await this.boss.getQueues([queueName, failedName]);
    const stretches = queues.find(({ name }) => name === queueName);
    const [ready] = await this.threads.query<Pick<QueueMeasures, "ready" | "oldestReadySeconds">>(selectReady);
    return {
      ready: ready?.ready ?? 0,
      oldestReadySeconds: ready?.oldestReadySeconds ?? 0,
      deferred: stretches?.deferredCount ?? 0,
      active: stretches?.activeCount ?? 0,
      failed: queues.find(({ name }) => name === failedName)?.queuedCount ?? 0,
    };
  }

  /** @param now - The database's time. */
  async listWorkers(now: Date): Promise<ListedWorkers> {
    const all = (await this.boss.getInstances({ limit: mostInstances })).filter(({ name }) => name === workerName);
    const over = all.filter(({ live, heartbeatOn }) => !live && now.getTime() - heartbeatOn.getTime() < recentMs);
    const stopped = over.filter(({ stoppedOn }) => stoppedOn !== null).length;
    const workers = all.filter(({ live }) => live).map(listedWorker);
    return { workers: workers.reverse(), stopped, died: over.length - stopped };
  }

  /** Stops taking jobs. Does not wait for jobs in progress. */
  async rest(): Promise<void> {
    await this.boss.offWork(queueName, { wait: false });
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: true, timeout: 5000 }).catch(() => {});
  }
}
