/** Opens what conversations are kept in, by its address. */
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { inputProblem, invalidInput } from "../errors.js";
import { type ContentStore, SharingSerializer } from "./shared-values.js";

/** A LangGraph checkpointer that is closed by whoever opened it. */
export type OpenCheckpointer = BaseCheckpointSaver & {
  /** Lets go of the file or the connections. Nothing that was saved is lost by leaving it out. */
  close(): Promise<void>;
};

const sqlite = /^sqlite:(?:\/\/)?/;
const postgres = /^postgres(?:ql)?:\/\//;

const unknownAddress = () => invalidInput([inputProblem("address", "expected", { expected: "checkpointer-address" })]);

function openMemory(): OpenCheckpointer {
  const kept = new Map<string, string>();
  const contents: ContentStore = {
    keep: (texts) => {
      for (const [hash, text] of texts) kept.set(hash, text);
    },
    find: () => kept,
  };
  return Object.assign(new MemorySaver(new SharingSerializer(contents)), { close: async () => {} });
}

/**
 * Opens a checkpointer: `sqlite:FILE` for a file, which is made with its folders where it is missing; `postgres://…` for a
 * database, in which tables are made; `memory` for as long as the process lives, texts of deleted threads included. Any other
 * LangGraph checkpointer will do as well: these store each message once and keep forks exact.
 *
 * Throws `invalid-input` for another address, and `storage-failed` where the file or database cannot be used, with what to do
 * about it; a file that belongs to another program or to a newer version is left as it was.
 *
 * @example
 * ```ts
 * const checkpointer = await openCheckpointer("sqlite:talks.db");
 * const graph = createBidding().compile({ checkpointer });
 * ```
 */
export async function openCheckpointer(address: string): Promise<OpenCheckpointer> {
  if (typeof address !== "string") throw unknownAddress();
  if (address === "memory") return openMemory();
  // Loaded only where they are used: one of them is compiled for the machine.
  if (postgres.test(address)) {
    const { PostgresCheckpointer } = await import("./postgres-checkpointer.js");
    return PostgresCheckpointer.open(address);
  }
  const file = address.replace(sqlite, "");
  if (!sqlite.test(address) || file === "") throw unknownAddress();
  const { SqliteCheckpointer } = await import("./sqlite-checkpointer.js");
  return new SqliteCheckpointer(file);
}
