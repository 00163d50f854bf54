/** Changes the rows of threads in PostgreSQL, unless another process has taken over the thread. */
import type pg from "pg";
import { RostrumError } from "../../errors/rostrum-error.js";
import { attempt } from "../../errors/storage-failure.js";

/** A value for a parameter of a query. */
export type QueryValue = string | number | boolean | null | readonly string[];

/**
 * Selects a row if this process may change the thread `$1`. `FOR SHARE` makes a process that takes over the thread wait
 * until the change is committed.
 */
const fence = (token: string | null) =>
  token === null
    ? "SELECT WHERE $1::text IS NOT NULL AND $2::bigint IS NULL"
    : "SELECT FROM rostrum_locks WHERE name = $1::text AND token = $2::bigint FOR SHARE";

export class PostgresFence {
  /**
   * @param attempts - The maximum number of attempts for each change.
   * @param tokenOf - Returns the token of a thread's lock; undefined for a thread that this process has not locked,
   * whose rows anyone may change.
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly place: string,
    private readonly attempts: number,
    private readonly tokenOf: (thread: string) => string | undefined = () => undefined,
  ) {}

  /**
   * Changes rows of a thread in one statement, and therefore in one transaction and one round trip.
   *
   * @param changes - The names and statements of a `WITH` clause. Each must select from `fence`, or it would make its
   * change in any case. `$1` is the thread, and `$3` the first of the `values`.
   * @param result - What to select when all changes are made. Default: nothing.
   * @throws `storage-failed` if all attempts fail; with the fault `taken-over` if another process has taken over the
   * thread. Nothing is changed then.
   */
  async change<Row extends pg.QueryResultRow>(
    thread: string,
    changes: string,
    values: readonly QueryValue[],
    result = "",
  ): Promise<Row> {
    const token = this.tokenOf(thread) ?? null;
    const sql = `WITH fence AS MATERIALIZED (${fence(token)}), ${changes} SELECT ${result} FROM fence`;
    // All attempts use the same token. Once the lock is released, an attempt without a token would be made in any case.
    const query = () => this.pool.query<Row>(sql, [thread, token, ...values]);
    const [row] = (await attempt(query, this.place, this.attempts)).rows;
    if (row) return row;
    throw new RostrumError("storage-failed", { place: this.place, fault: "taken-over" });
  }
}
