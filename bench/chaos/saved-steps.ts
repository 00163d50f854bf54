import { setTimeout as wait } from "node:timers/promises";
import type { Postgres } from "../../test/support/postgres.js";

interface LatestStep {
  readonly sequence: number;
  /** Whether a worker is running the thread, or is going to run it. */
  readonly isPending: boolean;
  /** When the latest change of `sequence` or `isPending` was seen, as a value of `performance.now()`. */
  readonly at: number;
}

const lookMs = 150;

export class SavedSteps {
  private readonly latest = new Map<string, LatestStep>();
  private isOver = false;
  private readonly watching: Promise<void>;
  readonly gaps = new Map<string, number>();

  constructor(
    private readonly postgres: Postgres,
    private readonly address: string,
  ) {
    this.watching = this.watch();
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      // The database may be restarting.
      await this.look().catch(() => {});
      await wait(lookMs);
    }
  }

  private async look(): Promise<void> {
    const rows = await this.query<{ thread: string; sequence: string; pending: boolean }>(
      `SELECT thread_id AS thread, max(rostrum_sequence) AS sequence, bool_or(pending) AS pending
        FROM public.checkpoints JOIN rostrum_threads ON name = thread_id WHERE checkpoint_ns = '' GROUP BY thread_id`,
    );
    const at = performance.now();
    for (const { thread, sequence, pending } of rows) {
      const known = this.latest.get(thread);
      const isNew = known?.sequence !== Number(sequence);
      if (!isNew && known?.isPending === pending) continue;
      if (isNew && known) this.gaps.set(thread, Math.max(this.gaps.get(thread) ?? 0, at - known.at));
      this.latest.set(thread, { sequence: Number(sequence), isPending: pending, at });
    }
  }

  private query = async <Row>(sql: string): Promise<Row[]> =>
    (await this.postgres.query(this.address, sql)) as unknown as Row[];

  async running(): Promise<string[]> {
    const sql = "SELECT name FROM rostrum_threads JOIN rostrum_locks USING (name) WHERE state = 'running'";
    return (await this.query<{ name: string }>(sql)).map(({ name }) => name);
  }

  /**
   * Waits until each thread has saved another step, has ended or waits for people, or until `limitMs` after `since`.
   * Returns, for each thread, the milliseconds from `since` until it did; `Infinity` if it did not within the limit.
   * Leaves out threads that have already ended or are already waiting for people.
   */
  async next(threads: readonly string[], since: number, limitMs: number): Promise<number[]> {
    await wait(50);
    await this.look().catch(() => {});
    const before = threads.flatMap((thread) => {
      const step = this.latest.get(thread);
      return step?.isPending ? [{ thread, step }] : [];
    });
    const timeOf = ({ thread, step }: { readonly thread: string; readonly step: LatestStep }) => {
      const now = this.latest.get(thread);
      return now && now !== step ? now.at - since : Number.POSITIVE_INFINITY;
    };
    for (;;) {
      const times = before.map(timeOf);
      if (times.every(Number.isFinite) || performance.now() - since > limitMs) return times;
      await wait(lookMs);
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }
}
