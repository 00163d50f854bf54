/** Keeps conversations in PostgreSQL: LangGraph's saver, with each message stored once and forks that stay exact. */
import { randomInt } from "node:crypto";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { RostrumError } from "../errors.js";
import { type ContentStore, SharingSerializer } from "./shared-values.js";

/** Under 2^32, so that the number and its fraction fit into a double together. */
const fractions = 2 ** 20;

/** A null character, which PostgreSQL refuses, is an escape in JSON. */
function postgresContents(pool: pg.Pool): ContentStore {
  return {
    async keep(contents) {
      await pool.query(
        "INSERT INTO rostrum_contents (hash, text) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
        [[...contents.keys()], [...contents.values()]],
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

/** An address without the name and password that it may hold. */
const placeOf = (address: string) => (URL.canParse(address) ? `PostgreSQL ${new URL(address).host}` : "PostgreSQL");

export class PostgresCheckpointer extends PostgresSaver {
  private constructor(private readonly connections: pg.Pool) {
    super(connections, new SharingSerializer(postgresContents(connections)));
  }

  /** Connects, and makes the tables where they are missing. Throws `storage-failed` where nobody answers. */
  static async open(address: string): Promise<PostgresCheckpointer> {
    const pool = new pg.Pool({ connectionString: address });
    // A connection that breaks while nobody uses it is replaced; without a listener it would end the process.
    pool.on("error", () => {});
    const checkpointer = new PostgresCheckpointer(pool);
    try {
      await checkpointer.setup();
      await pool.query("CREATE TABLE IF NOT EXISTS rostrum_contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL)");
      return checkpointer;
    } catch (error) {
      await pool.end();
      const { message, code } = error as Error & { code?: unknown };
      throw new RostrumError("storage-failed", {
        place: placeOf(address),
        fault: "no-database",
        reason: message || String(code),
        cause: error,
      });
    }
  }

  /**
   * A version that is unique as well as growing. Two forks from one checkpoint count on from the same number, and the saver
   * keeps a channel's value under its version once for all: the second fork would read the first one's.
   */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + randomInt(1, fractions) / fractions;
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.connections.end();
  }
}
