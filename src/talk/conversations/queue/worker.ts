import { setTimeout as wait } from "node:timers/promises";
import type { Job } from "pg-boss";
import { z } from "zod/v4";
import { readWith } from "../../../core/state/problems.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { isInUse, onceUnlocked } from "../../storage/thread-lock.js";
import { isPending, type ThreadRecord } from "../../storage/threads.js";
import { LocalConversations } from "../local/local-conversations.js";
import type { LocalOptions } from "../local/options.js";
import type { Run, RunPlan } from "../local/run.js";
import type { Measured, Measures } from "../measures/measures.js";
import { questionName } from "../port/status.js";
import type { Outcome, StretchJob } from "./job-queue.js";
import { callChannel } from "./news.js";
import { type Request, Requests } from "./requests.js";
import { SharedDatabase } from "./shared-database.js";

/** If this many workers die at the same saved step, the conversation fails, so that it does not kill more workers. */
const mostDeaths = 3;
const serveMs = 200;
/** How long to wait before a stretch that cannot start goes back to the queue, in milliseconds. */
const leaveMs = 1000;

const settings = z.object({ concurrency: z.int().min(1).max(1000).default(20) });

export interface WorkerOptions extends Omit<LocalOptions, "limits"> {
  /** The maximum number of conversations that this worker runs at once. Default: 20. */
  readonly concurrency?: number;
  /**
   * The database's address for notifications. Set this if the main address leads to a connection pooler that does not
   * pass on notifications. Default: the main address.
   */
  readonly listenAt?: string;
}

export interface Worker {
  /** The maximum number of conversations that this worker runs at once. */
  readonly concurrency: number;
  /**
   * Stops taking conversations, and hands over each running conversation to another worker after its current step. A
   * later call can shorten the grace period.
   *
   * @param graceMs - The time, in milliseconds, after which steps are cut off; other workers repeat them. Default:
   * 30,000.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

class QueueWorker implements Worker, Measured {
  private readonly local: LocalConversations;
  private readonly requests: Requests;
  private readonly serving: NodeJS.Timeout;
  private readonly performing = new Set<Promise<Outcome>>();
  /** The ids of stretches that could not start here, each of which has been reported once. */
  private readonly left = new Set<string>();
  private isGivingAway: "after its step" | "at once" | undefined;
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly database: SharedDatabase,
    private readonly options: LocalOptions,
    readonly concurrency: number,
  ) {
    const { threads, news, clock } = database;
    this.local = new LocalConversations(
      threads,
      { clock: clock.now, ...options },
      {
        // A message with `now` that follows a request to cancel starts another run, which must go through the queue.
        enqueue: database.enqueue,
        report: (thread, some) => news.add(thread, some),
      },
    );
    this.requests = new Requests(threads);
    // Ignores errors, because the next call reads the requests again.
    this.serving = setInterval(() => void this.serve().catch(() => {}), serveMs);
  }

  async perform(job: Job<StretchJob>): Promise<Outcome> {
    const performing = this.performNext(job);
    this.performing.add(performing);
    try {
      return await performing;
    } finally {
      this.performing.delete(performing);
    }
  }

  private async performNext({ data, signal }: Job<StretchJob>): Promise<Outcome> {
    if (this.isGivingAway) throw new Error("the worker is stopping");
    let run: Run | undefined;
    try {
      run = await onceUnlocked(() => this.take(data));
    } catch (error) {
      return isInUse(error) ? this.leaveInUse(data) : this.leave(data, error);
    }
    this.left.delete(data.stretch);
    const give = () => run?.handOn("at once");
    signal.addEventListener("abort", give);
    if (this.isGivingAway) run?.handOn(this.isGivingAway);
    await run?.done;
    signal.removeEventListener("abort", give);
    return this.settle(data);
  }

  private async leaveInUse(job: StretchJob): Promise<Outcome> {
    // The lock may belong to an earlier run of the stretch in this process. The queue has given up on that run, but the
    // run cannot end while its queries are waiting for a lost connection.
    const earlier = this.local.threads.runs.get(job.thread);
    if (earlier?.saver.stretch?.id === job.stretch) earlier.handOn("at once");
    const record = await this.database.threads.find(job.thread);
    // While another stretch is running, no person is late. When it ends, a job for the next deadline is sent.
    const isOther = !record || (isPending(record) && record.stretch?.id !== job.stretch);
    return job.deadline !== undefined && isOther ? { status: "completed" } : this.sendAgain(job);
  }

  /**
   * Sends the job again, because another worker may have the conversation's mode, or may be new enough to read its
   * state.
   */
  private async leave(job: StretchJob, error: unknown): Promise<Outcome> {
    if (!this.left.has(job.stretch)) this.options.onFailure?.(error, job.thread);
    this.left.add(job.stretch);
    return this.sendAgain(job);
  }

  private async sendAgain(job: StretchJob): Promise<Outcome> {
    await wait(leaveMs);
    // A new job notifies all workers, whereas this worker might always be the first to take a job that is retried.
    await this.database.queue.sendAgain(job);
    return { status: "completed" };
  }

  /** Begins and returns the run of a job; returns undefined if there is nothing left to do. */
  private take(data: StretchJob): Promise<Run | undefined> {
    const { threads } = this.local;
    return threads.operations.perform(data.thread, () =>
      threads.locked(data.thread, async (record, begin) => {
        const plan = record && (await this.planOf(record, data));
        return plan && begin(record, plan);
      }),
    );
  }

  private async planOf(record: ThreadRecord, { stretch: id, deadline }: StretchJob): Promise<RunPlan | undefined> {
    const { graphs, feeds, statuses } = this.local.threads;
    const snapshot = await graphs.snapshotOf(record);
    const { step } = await graphs.savedOf(record.name, snapshot);
    const { stretch } = record;
    const first = { stretch: { id, from: step, deaths: 0 } };
    const { waiting: asked } = statuses.of({ ...record, state: "waiting", error: undefined }, snapshot);
    const answers = stretch?.answers?.filter(({ question }) => asked.map(questionName).includes(question));
    const answering = answers?.length ? { answers } : {};
    if (isPending(record) && stretch?.id === id) {
      const { endsWithTurn } = stretch;
      // If the run has saved a step, it has already used its input and its answers.
      if (stretch.from !== step) return { stretch: { ...first.stretch, endsWithTurn } };
      const deaths = (stretch.deaths ?? -1) + 1;
      if (deaths >= mostDeaths) {
        const error = new RostrumError("workers-died", { count: deaths });
        await this.local.threads.fail(record, error);
        this.options.onFailure?.(error, record.name);
        return undefined;
      }
      const { input, idempotencyKey } = stretch;
      return { input, idempotencyKey, ...answering, stretch: { ...stretch, deaths } };
    }
    if (record.state === "failed" && stretch?.id === id) {
      const opening = Object.keys(snapshot.values).length === 0 ? { input: record.input } : {};
      return { ...opening, ...answering, stretch: { ...first.stretch, ...answering } };
    }
    const status = statuses.of(record, snapshot);
    const isAsked = status.waiting.some(({ value }) => value.kind === "your-turn" && value.deadline === deadline);
    if (deadline === undefined || !isAsked) return undefined;
    // This process's clock may be slightly behind the database's clock.
    if (!feeds.isLate(status)) throw new Error("the deadline has not passed yet");
    return first;
  }

  /** Returns the outcome of a job. Throws if another worker must continue the conversation. */
  private async settle({ thread, stretch: id }: StretchJob): Promise<Outcome> {
    const record = await this.database.threads.find(thread);
    if (!record) return { status: "completed" };
    const isOwn = record.stretch?.id === id;
    if (isOwn && isPending(record)) throw new Error("the conversation is not over");
    if (isOwn && record.state === "failed") return { status: "deadletter", output: record.error };
    if (isOwn && record.state === "waiting") await this.sendDeadline(record);
    return { status: "completed" };
  }

  /** Sends a job only for the earliest deadline, because that job will send one for the next deadline. */
  private async sendDeadline(record: ThreadRecord): Promise<void> {
    const { graphs, statuses } = this.local.threads;
    const { waiting } = statuses.of(record, await graphs.snapshotOf(record));
    const deadlines = waiting.flatMap(({ value }) => (value.kind === "your-turn" && value.deadline) || []);
    const [deadline] = deadlines.sort((left, right) => Date.parse(left) - Date.parse(right));
    if (deadline === undefined) return;
    const job = { thread: record.name, stretch: crypto.randomUUID(), deadline };
    await this.database.queue.send(job, { startAfter: deadline });
  }

  private async serve(): Promise<void> {
    const { runs } = this.local.threads;
    if (runs.size > 0) await this.requests.serve(runs.keys(), (thread, request) => this.act(thread, request));
  }

  /** Call this with the thread of each notification on `callChannel`. */
  hear(thread: string): void {
    const run = this.local.threads.runs.get(thread);
    if (!run) return;
    const whole = { isFirst: true, isLast: true };
    this.database.news.add(thread, { kind: "passed", step: run.step, events: run.course.passing, whole });
    void this.serve().catch(() => {});
  }

  private async act(thread: string, { operation, given }: Request): Promise<unknown> {
    const act = this.local[operation] as (thread: string, ...given: readonly unknown[]) => Promise<unknown>;
    const [options] = given as readonly { readonly afterTurn?: boolean }[];
    if (operation === "cancel" && options?.afterTurn) {
      // Waits for a message that is interrupting the run: if it starts another run, the request applies to that run.
      const isSaved = await this.local.threads.operations.perform(thread, async () =>
        this.local.threads.runs.get(thread)?.saver.saveLastTurn(),
      );
      if (!isSaved) throw new RostrumError("thread-in-use", { thread });
      // Does not wait for the end of the turn, because the turn may end in another worker.
      return void act.call(this.local, thread, ...given).catch(() => {});
    }
    const value = await act.call(this.local, thread, ...given);
    // Once the answer is saved, other processes can send news, which must not overtake this process's news.
    await this.database.news.flush();
    return value;
  }

  get isStopping(): boolean {
    return this.isGivingAway !== undefined;
  }

  async measure(): Promise<Measures> {
    return { ...(await this.local.measure()), places: this.concurrency, queue: await this.database.queue.measure() };
  }

  stop({ graceMs = 30_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    const cutting = setTimeout(() => this.giveAway("at once"), graceMs);
    this.stopping ??= this.stopNow();
    return this.stopping.finally(() => clearTimeout(cutting));
  }

  private async stopNow(): Promise<void> {
    this.giveAway("after its step");
    await this.database.queue.rest();
    while (this.performing.size > 0) await Promise.allSettled(this.performing);
    clearInterval(this.serving);
    await this.database.close();
    await this.local.close();
  }

  private giveAway(moment: "after its step" | "at once"): void {
    this.isGivingAway = moment;
    for (const run of this.local.threads.runs.values()) run.handOn(moment);
  }
}

/** @internal See `startWorker`. */
export async function openWorker(address: string, { concurrency, listenAt, ...options }: WorkerOptions) {
  const read = readWith(settings, { concurrency }, []);
  const database = await SharedDatabase.open(address, listenAt, true);
  const worker = new QueueWorker(database, options, read.concurrency);
  await database.listener.listen(
    callChannel,
    (thread) => worker.hear(thread),
    () => {},
  );
  await database.queue.work(read.concurrency, (job) => worker.perform(job));
  return worker;
}
