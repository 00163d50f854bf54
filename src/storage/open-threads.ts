/** Opens the conversations that are kept under names, by the address of what they are kept in. */
import { inputProblem, invalidInput } from "../errors.js";
import type { Threads } from "./threads.js";

const sqlite = /^sqlite:(?:\/\/)?/;

/** Opens the threads of a file or of a database; addresses as for `openCheckpointer`, or a file's path. */
export async function openThreads(address: string): Promise<Threads> {
  if (address === "") throw invalidInput([inputProblem("address", "expected", { expected: "storage-address" })]);
  if (/^postgres(?:ql)?:\/\//.test(address)) {
    const { PostgresThreads } = await import("./postgres-threads.js");
    return PostgresThreads.open(address);
  }
  const { SqliteThreads } = await import("./sqlite-threads.js");
  return new SqliteThreads(address.replace(sqlite, ""));
}
