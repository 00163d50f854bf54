/**
 * A SQLite database whose native objects live as long as the process.
 *
 * Node ends the process when it collects one of them while no script is running: 24.19 and later, with every better-sqlite3 that
 * still runs on Node 20 (https://github.com/nodejs/node/issues/65446). So each statement is prepared once, and nothing is let go.
 */
import events from "node:events";
import Database from "better-sqlite3";

/** Held by an object of Node's own: a module's would go with the module, as in test runners that load modules anew. */
const key = Symbol.for("rostrum.lasting-databases");
const holder = events as typeof events & { [key]?: Database.Database[] };
holder[key] ??= [];
const held = holder[key];

/** Opens the file as better-sqlite3 does. */
export function openLastingDatabase(file: string, options?: Database.Options): Database.Database {
  const database = new Database(file, options);
  held.push(database);
  const prepare = database.prepare.bind(database) as (sql: string) => Database.Statement;
  const statements = new Map<string, Database.Statement>();
  const prepareOnce = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  database.prepare = prepareOnce as typeof database.prepare;
  database.pragma = (source, { simple = false } = {}) => {
    const statement = prepareOnce(`PRAGMA ${source}`);
    if (!statement.reader) return statement.run() && [];
    const rows = statement.all() as Record<string, unknown>[];
    return simple ? Object.values(rows[0] ?? {})[0] : rows;
  };
  return database;
}
