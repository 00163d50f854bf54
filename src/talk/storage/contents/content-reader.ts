import type pg from "pg";

const selectContents = `SELECT coalesce(text, '') AS text
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (hash, number) LEFT JOIN rostrum_contents USING (hash)
  ORDER BY number`;

interface Asked {
  readonly hashes: readonly string[];
  resolve(texts: readonly string[]): void;
  reject(error: unknown): void;
}

/**
 * Combines requests that arrive at the same time into a single query. A state's channels are loaded at the same time,
 * and each of them requests its own texts.
 */
export class ContentReader {
  private asked: Asked[] = [];

  constructor(private readonly connections: pg.Pool) {}

  /** Returns the texts in the order of their hashes, with an empty text for each unknown hash. */
  find(hashes: readonly string[]): Promise<readonly string[]> {
    const { promise, ...settle } = Promise.withResolvers<readonly string[]>();
    if (this.asked.length === 0) setImmediate(() => void this.read());
    this.asked.push({ hashes, ...settle });
    return promise;
  }

  private async read(): Promise<void> {
    const { asked } = this;
    this.asked = [];
    try {
      const all = asked.flatMap(({ hashes }) => hashes);
      const { rows } = await this.connections.query<{ text: string }>(selectContents, [all]);
      let next = 0;
      for (const { hashes, resolve } of asked) {
        resolve(rows.slice(next, next + hashes.length).map(({ text }) => text));
        next += hashes.length;
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
