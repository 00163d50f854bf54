/** Damages texts in SQLite files, as another program could. */
import { DatabaseSync } from "node:sqlite";

interface Damage {
  readonly table: string;
  readonly column: string;
  /** Counted back from the table's last row, which is 0. Wraps around. */
  readonly row: number;
  readonly text: string;
}

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
