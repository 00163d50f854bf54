import { jest } from "@jest/globals";
import pg from "pg";

type Query = (sql: string, values: unknown[]) => Promise<unknown>;

/** Calls `run` in place of each query of a pool, until Jest's mocks are restored. */
export function interceptQueries(
  run: (query: () => Promise<unknown>, sql: string, values: readonly unknown[]) => Promise<unknown>,
): void {
  const prototype = pg.Pool.prototype as unknown as { query: Query };
  const { query } = prototype;
  jest.spyOn(prototype, "query").mockImplementation(function (this: unknown, sql, values) {
    return run(() => query.call(this, sql, values), sql, values);
  });
}
