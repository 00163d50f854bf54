/** Loads the packages for the queue, which are optional. */
import { importError } from "../../../errors/optional-peer.js";

export type QueuePackages = Awaited<ReturnType<typeof loadQueuePackages>>;

/** Throws `missing-package` if a package is not installed. */
export async function loadQueuePackages() {
  try {
    const { default: pg } = await import("pg");
    const { PgBoss } = await import("pg-boss");
    const { default: manifest } = await import("pg-boss/package.json", { with: { type: "json" } });
    await import("@langchain/langgraph-checkpoint-postgres");
    // Only pg-boss's package.json contains the version of its tables.
    return { pg, PgBoss, schemaVersion: manifest.pgboss.schema };
  } catch (cause) {
    throw importError(cause, "the queue", "pg pg-boss @langchain/langgraph-checkpoint-postgres");
  }
}
