/**
 * Starts a worker, and prints a line once it accepts conversations.
 * Usage: `chaos-worker.ts ADDRESS [--without-fence]`
 */
import { startWorker } from "../../src/talk/conversations/open.js";
import { PostgresLocks } from "../../src/talk/storage/postgres-locks.js";
import { ruleGraphs } from "./chaos-talks.js";

const [address = "", without] = process.argv.slice(2);
// Without tokens, a worker that has lost a thread can still change it.
if (without === "--without-fence") PostgresLocks.prototype.tokenOf = () => undefined;

const onFailure = (error: unknown, thread: string) => {
  const { message, cause } = error as Error;
  console.error(`${thread}: ${message}${cause ? ` (${(cause as Error).message})` : ""}`);
};
const worker = await startWorker(address, { concurrency: 30, graphs: ruleGraphs, onFailure });
process.once("SIGTERM", () => void worker.stop().then(() => process.exit()));
console.log("works");
