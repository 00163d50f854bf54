/** Keeps conversations in PostgreSQL: LangGraph's saver, with each message stored once and exact forks. */
import { randomInt } from "node:crypto";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { RostrumError } from "../errors.js";
import { ContentSerializer, type ContentStore } from "./content-serializer.js";

/** Small enough that a version and its fraction fit into a double. */
const fractions = 2 ** 20;

/** The address without user and password. */
const placeOf = (address: string) => (URL.canParse(address) ? `PostgreSQL ${new URL(address).host}` : "PostgreSQL");

function contentsIn(pool: pg.Pool, place: string): ContentStore {
  return {
    place,
    async keep(contents) {
      // In order: two statements that insert the same texts in different orders can wait for each other.
      const rows = [...contents].sort(([left], [right]) => (left < right ? -1 : 1));
      await pool.query(
        "INSERT INTO rostrum_contents (hash, text) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
        [rows.map(([hash]) => hash), rows.map(([, text]) => text)],
      );
    },
    async find(hashes) {
      const { rows } = await pool.query<{ hash: string; text: string }>(
        "SELECT hash, text FROM rostrum_contents WHERE hash = ANY($1)",
        [hashes],
      );
      return new Map(rows.map(({ hash, text }) => [hash, text]));
    },
  };
}

const tables = `
CREATE TABLE IF NOT EXISTS rostrum_contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_threads (name TEXT PRIMARY KEY, record TEXT NOT NULL);`;

export class PostgresCheckpointer extends PostgresSaver {
  private constructor(
    readonly connections: pg.Pool,
    place: string,
  ) {
    super(connections);
    this.serde = new ContentSerializer(this.serde, contentsIn(connections, place));
  }

  /**
   * Connects, and creates missing tables.
   *
   * @throws `storage-failed` when the server does not answer.
   */
  static async open(address: string): Promise<PostgresCheckpointer> {
    const pool = new pg.Pool({ connectionString: address });
    // The pool replaces a broken idle connection; without a listener the error would end the process.
    pool.on("error", () => {});
    const checkpointer = new PostgresCheckpointer(pool, placeOf(address));
    try {
      const client = await pool.connect();
      try {
        // Of two processes that create the same table at once, one fails.
        await client.query("SELECT pg_advisory_lock(hashtext('rostrum setup'))");
        await checkpointer.setup();
        await client.query(tables);
      } finally {
        // Closes the connection, which releases the lock.
        client.release(true);
      }
      return checkpointer;
    } catch (error) {
      await pool.end();
      const { message, code } = error as Error & { code?: unknown };
      throw new RostrumError("storage-failed", {
        place: placeOf(address),
        fault: "unreachable",
        reason: message || String(code),
        cause: error,
      });
    }
  }

  /**
   * A version that is unique as well as growing. Two forks of one checkpoint count on from the same number, and the saver stores a
   * channel's value under its version once: the second fork would read the value of the first.
   */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + randomInt(1, fractions) / fractions;
  }

  async close(): Promise<void> {
    await this.connections.end();
  }
}
