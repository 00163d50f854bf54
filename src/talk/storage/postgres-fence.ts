import type pg from "pg";
import { RostrumError } from "../../errors/rostrum-error.js";
import { attempt } from "../../errors/storage-failure.js";

export type QueryValue = string | number | boolean | null | readonly string[];

/**
 * Selects a row if this process may change the thread `$1`. Because of `FOR SHARE`, a process that takes over the
 * thread waits until the change is committed.
 */
const fence = (token: string | null) =>
  token === null
    ? "SELECT WHERE $1::text IS NOT NULL AND $2::bigint IS NULL"
    : "SELECT FROM rostrum_locks WHERE name = $1::text AND token = $2::bigint FOR SHARE";

export class PostgresFence {
  /**
   * @param attempts - The maximum number of attempts for each change.
   * @param tokenOf - Returns the token of a thread's lock; undefined for a thread that this process has not locked.
   * Changes without a token are not checked.
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly place: string,
    private readonly attempts: number,
    private readonly tokenOf: (thread: string) => string | undefined = () => undefined,
  ) {}

  /**
   * Changes a thread's rows in a single statement, and therefore in a single transaction and round trip.
   *
   * @param changes - The names and statements of a `WITH` clause. Each statement that changes rows must select from
   * `fence`; otherwise, its change would be unconditional. `$1` is the thread, and `$3` is the first of the `values`.
   * @param result - What to select after all changes. Default: nothing.
   * @throws `storage-failed` if all attempts fail. If another process has taken over the thread, the fault is
   * `taken-over`, and nothing is changed.
   */
  async change<Row extends pg.QueryResultRow>(
    thread: string,
    changes: string,
    values: readonly QueryValue[],
    result = "",
  ): Promise<Row> {
    const [sql, all] = this.statement(thread, changes, values, result);
    // All attempts use the same token: if the lock is released between two attempts, a new lookup would find no token,
    // and the change would not be checked.
    return this.checked(await attempt(() => this.pool.query<Row>(sql, all), this.place, this.attempts));
  }

  /**
   * Like {@link change}, in a transaction with other changes, which `also` makes on the same connection. The changes
   * must be harmless to repeat: even if the database confirms no attempt, the transaction may have been committed.
   */
  async changeWith(
    thread: string,
    changes: string,
    values: readonly QueryValue[],
    also: (connection: pg.ClientBase) => Promise<void>,
  ): Promise<void> {
    const [sql, all] = this.statement(thread, changes, values, "");
    const transaction = async () => {
      const connection = await this.pool.connect();
      let isOver = false;
      try {
        await connection.query("BEGIN");
        this.checked(await connection.query(sql, all));
        await also(connection);
        await connection.query("COMMIT");
        isOver = true;
      } finally {
        // Closes the connection if the transaction failed, which also ends the transaction.
        connection.release(!isOver);
      }
    };
    await attempt(transaction, this.place, this.attempts);
  }

  private statement(
    thread: string,
    changes: string,
    values: readonly QueryValue[],
    result: string,
  ): [string, QueryValue[]] {
    const token = this.tokenOf(thread) ?? null;
    const sql = `WITH fence AS MATERIALIZED (${fence(token)}), ${changes} SELECT ${result} FROM fence`;
    return [sql, [thread, token, ...values]];
  }

  private checked<Row extends pg.QueryResultRow>({ rows: [row] }: pg.QueryResult<Row>): Row {
    if (row) return row;
    throw new RostrumError("storage-failed", { place: this.place, fault: "taken-over" });
  }
}
