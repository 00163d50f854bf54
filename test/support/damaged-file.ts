/** SQLite files that contain a damaged text, as if somebody had edited them. */
import { DatabaseSync } from "node:sqlite";

interface Damage {
  readonly table: string;
  readonly column: string;
  /** Counts the table's rows from the last one, which has the number 0. Numbers beyond the first row start again. */
  readonly row: number;
  readonly text: string;
}

/** Replaces what one cell of a file contains. */
export function damage(file: string, { table, column, row, text }: Damage): void {
  const database = new DatabaseSync(file);
  const rows = database.prepare(`SELECT * FROM ${table}`).all();
  const chosen = rows[rows.length - 1 - (row % rows.length)] ?? {};
  const names = Object.keys(chosen);
  const where = names.map((name) => `${name} IS ?`).join(" AND ");
  const value = table === "writes" ? new TextEncoder().encode(text) : text;
  database
    .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`)
    .run(value, ...(names.map((name) => chosen[name]) as string[]));
  database.close();
}
