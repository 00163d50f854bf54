/**
 * The clock of the machine on which the database runs. Processes on different machines use it, so that they agree on
 * deadlines even if a machine's clock is wrong.
 */

type Ask = () => Promise<readonly { readonly time: string }[]>;

const askSql = "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS time";
/** The clocks of this machine and the database drift apart, so they are compared this often. */
const everyMs = 60_000;
/** A query that takes longer makes the comparison too inaccurate, so the query is repeated a few times. */
const slowestMs = 1000;

export class DatabaseClock {
  private readonly timer: NodeJS.Timeout;
  readonly now = (): Date => new Date(this.before + performance.now());

  /** @param before - The time when `performance.now()` was 0, in milliseconds since 1970. */
  private constructor(
    private before: number,
    private readonly ask: Ask,
  ) {
    // Ignores errors, because the clock remains usable without the adjustment.
    this.timer = setInterval(() => void this.adjust().catch(() => {}), everyMs).unref();
  }

  static async start(query: (sql: string) => ReturnType<Ask>): Promise<DatabaseClock> {
    const clock = new DatabaseClock(Date.now() - performance.now(), () => query(askSql));
    await clock.adjust();
    return clock;
  }

  private async adjust(): Promise<void> {
    for (let attempts = 5; attempts > 0; attempts -= 1) {
      const asked = performance.now();
      const [row] = await this.ask();
      const took = performance.now() - asked;
      if (!row || (took > slowestMs && attempts > 1)) continue;
      this.before = Number(row.time) - asked - took / 2;
      return;
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
