/**
 * A worker for tests that kill it. It pauses the speech of turn 2 after three words, and then sends `speaking`.
 * Usage: `worker-process.ts ADDRESS`
 */
import { startWorker } from "../../src/index.js";
import { createHeldSpeeches } from "./held-speeches.js";

const { model, holdBefore } = createHeldSpeeches();
void holdBefore(2, 3).then(() => process.send?.("speaking"));
const worker = await startWorker(process.argv[2] ?? "", { model });
process.once("SIGTERM", () => worker.stop({ graceMs: 0 }).then(() => process.disconnect()));
process.send?.("started");
