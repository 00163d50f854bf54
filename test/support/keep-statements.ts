/**
 * Node 24 ends the process where a statement of better-sqlite3 is collected while no context is entered, as happens when the
 * runner has left a test's. So statements are kept as long as the process lives, by an object that all tests' contexts share.
 */
import events from "node:events";
import Database from "better-sqlite3";

interface Native {
  prepare(...given: unknown[]): object;
}

const key = Symbol.for("rostrum.kept-statements");
const shared = events as unknown as { [key]?: object[] };

const database = new Database(":memory:");
const holder = Object.getOwnPropertySymbols(database)
  .map((symbol) => (database as unknown as Record<symbol, Native>)[symbol])
  .find((value) => typeof value?.prepare === "function");
if (!holder) throw new Error("better-sqlite3 has changed: its statements cannot be kept");
const native = Object.getPrototypeOf(holder) as Native & { [key]?: true };

if (!native[key]) {
  const kept = shared[key] ?? [];
  shared[key] = kept;
  const { prepare } = native;
  native.prepare = function keepPrepared(this: Native, ...given: unknown[]) {
    const statement = prepare.apply(this, given);
    kept.push(statement, this);
    return statement;
  };
  native[key] = true;
}
