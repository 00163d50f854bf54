/**
 * Locks threads in PostgreSQL. A lock is a row, so it also works through a pooler, which can run each of a process's
 * transactions on a different connection.
 *
 * The row names the process that holds the lock. Processes with locks send regular heartbeats. If a process stops
 * sending them, because it was killed, suspended or cut off from the database, its locks expire, and another process
 * can take them. Whenever a lock is taken, it gets a new token, and each change that its holder makes to the thread's
 * record or checkpoints checks the token. Therefore, a process that comes back too late cannot change them.
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { QueryValue } from "./postgres-fence.js";

/** A process's locks expire this long after its last heartbeat, in milliseconds. */
const leaseMs = 5000;
const signMs = 500;
/**
 * The first and the longest interval, in milliseconds, at which to look for another process's heartbeat. The first
 * interval is short, because a process that sends a conversation to the queue soon releases its lock.
 */
const firstLookMs = 10;
const lookMs = 100;

/** Not created by the database, so that a process knows a lock's token even if the database's answer was lost. */
const newToken = (): string => String(randomInt(1, 2 ** 48 - 1));

/** Sends a heartbeat. Also releases the locks with the tokens in `$2`. */
const insertSign = `WITH ended AS (DELETE FROM rostrum_locks WHERE holder = $1 AND token = ANY ($2::bigint[]))
  INSERT INTO rostrum_processes (id, alive_until)
  VALUES ($1, clock_timestamp() + interval '${leaseMs} milliseconds')
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`;

/** Whether a process is alive. A time far in the future was recorded before the database's clock was set back. */
const isAlive = `alive_until BETWEEN clock_timestamp() AND clock_timestamp() + interval '${2 * leaseMs} milliseconds'`;

/** Compares tokens, because another process may lock the thread while this statement runs. */
const lockThread = `WITH expired AS (
    SELECT token FROM rostrum_locks WHERE name = $1
      AND holder NOT IN (SELECT id FROM rostrum_processes WHERE ${isAlive})
  )
  INSERT INTO rostrum_locks (name, holder, token) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, token = excluded.token
    WHERE rostrum_locks.holder = excluded.holder OR rostrum_locks.token IN (SELECT token FROM expired)
  RETURNING token`;

const selectHolder = `SELECT id, alive_until::text AS sign FROM rostrum_locks JOIN rostrum_processes ON id = holder
  WHERE name = $1 AND ${isAlive}`;

/** Releases all locks of a process. Also deletes the rows of processes that ended long ago. */
const unlockAll = `WITH gone AS (
    DELETE FROM rostrum_processes WHERE id = $1 OR alive_until < now() - interval '1 day'
  ) DELETE FROM rostrum_locks WHERE holder = $1`;

export const selectLocked = `SELECT name FROM rostrum_locks JOIN rostrum_processes ON id = holder
  WHERE ${isAlive}`;

export const selectToken = `SELECT token::text FROM rostrum_locks JOIN rostrum_processes ON id = holder
  WHERE name = $1 AND ${isAlive}`;

type Query = <Row extends pg.QueryResultRow>(sql: string, ...values: readonly QueryValue[]) => Promise<Row[]>;

export class PostgresLocks {
  private readonly process = randomUUID();
  private readonly tokens = new Map<string, string>();
  private readonly taking = new Set<string>();
  /** The tokens of locks that this process is releasing or failed to take. They may still be in the database. */
  private readonly unreleased = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  /** The first heartbeat since this process last held no lock. */
  private firstSign: Promise<unknown> | undefined;
  private isGivingSign = false;
  private hasLocked = false;

  /**
   * @param query - Runs queries, and repeats failed queries.
   * @param sign - Runs every heartbeat after the first, and the query that releases all locks. Separate from `query`,
   * because other queries could delay heartbeats for too long.
   */
  constructor(
    private readonly query: Query,
    private readonly sign: Query,
  ) {}

  /** Returns the token of a lock that this process has not released. Another process may have taken over the lock. */
  tokenOf(thread: string): string | undefined {
    return this.tokens.get(thread);
  }

  async take(thread: string): Promise<void> {
    if (this.tokens.has(thread) || this.taking.has(thread)) throw new RostrumError("thread-in-use", { thread });
    this.taking.add(thread);
    const token = newToken();
    try {
      this.firstSign ??= this.begin();
      await this.firstSign;
      await this.lock(thread, token);
      this.tokens.set(thread, token);
    } catch (error) {
      this.unreleased.add(token);
      throw error;
    } finally {
      this.taking.delete(thread);
      this.rest();
    }
  }

  async release(thread: string): Promise<void> {
    const token = this.tokens.get(thread);
    if (token === undefined) return;
    this.tokens.delete(thread);
    this.rest();
    this.unreleased.add(token);
    await this.query("DELETE FROM rostrum_locks WHERE name = $1 AND token = $2", thread, token);
    this.unreleased.delete(token);
  }

  /** Releases all locks. Without a connection, the locks expire instead. */
  async close(): Promise<void> {
    this.tokens.clear();
    this.rest();
    if (this.hasLocked) await this.sign(unlockAll, this.process).catch(() => {});
  }

  private begin(): Promise<unknown> {
    this.hasLocked = true;
    this.timer = setInterval(() => void this.repeatSign(), signMs).unref();
    return this.giveSign(this.query);
  }

  /** Stops the heartbeats if this process neither holds nor is taking a lock. */
  private rest(): void {
    if (this.tokens.size + this.taking.size > 0) return;
    clearInterval(this.timer);
    this.firstSign = undefined;
  }

  private async repeatSign(): Promise<void> {
    if (this.isGivingSign) return;
    this.isGivingSign = true;
    // Ignores errors, because the next heartbeat follows soon.
    await this.giveSign(this.sign).catch(() => {});
    this.isGivingSign = false;
  }

  private async giveSign(query: Query): Promise<void> {
    const ended = [...this.unreleased];
    await query(insertSign, this.process, ended);
    for (const token of ended) this.unreleased.delete(token);
  }

  private async lock(thread: string, token: string): Promise<void> {
    for (;;) {
      const [lock] = await this.query(lockThread, thread, this.process, token);
      if (lock) return;
      if (await this.isHolderAlive(thread)) throw new RostrumError("thread-in-use", { thread });
    }
  }

  /**
   * Waits until the process that holds the lock sends a heartbeat. Returns false if, before that, the lock expires, is
   * released, or goes to another process.
   */
  private async isHolderAlive(thread: string): Promise<boolean> {
    const find = async () => (await this.query<{ id: string; sign: string }>(selectHolder, thread))[0];
    const first = await find();
    let pauseMs = firstLookMs;
    for (let last = first; last && last.id === first?.id; last = await find()) {
      if (last.sign !== first.sign) return true;
      await wait(pauseMs);
      pauseMs = Math.min(2 * pauseMs, lookMs);
    }
    return false;
  }
}
