import { importError } from "../../../errors/optional-peer.js";

export type QueuePackages = Awaited<ReturnType<typeof loadQueuePackages>>;

export async function loadQueuePackages() {
  try {
    const { default: pg } = await import("pg");
    const { PgBoss } = await import("pg-boss");
    const { default: manifest } = await import("pg-boss/package.json", { with: { type: "json" } });
    await import("@langchain/langgraph-checkpoint-postgres");
    // The version of the tables that pg-boss expects is available only in its package.json.
    return { pg, PgBoss, schemaVersion: manifest.pgboss.schema };
  } catch (cause) {
    throw importError(cause, "the queue", "pg pg-boss @langchain/langgraph-checkpoint-postgres");
  }
}
