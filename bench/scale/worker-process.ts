/**
 * A worker as a child process of `report:scale`. A silent worker does not notify followers.
 * Usage: `worker-process.ts ADDRESS CALL-MS CONCURRENCY [silent]`
 */
import { startWorker } from "../../src/talk/conversations/open.js";
import { NewsSender } from "../../src/talk/conversations/queue/news.js";
import { BenchModel } from "../models.js";
import { cpuMs, heapNow } from "./process-figures.js";

export interface WorkerFigures {
  readonly cpu: number;
  readonly heap: number;
}

const [address = "", callMs, concurrency, silent] = process.argv.slice(2);
if (silent) NewsSender.prototype.add = () => {};
const worker = await startWorker(address, { model: new BenchModel(Number(callMs)), concurrency: Number(concurrency) });

process.on("message", async (asked: "cpu" | "heap") => {
  const figures: WorkerFigures = { cpu: cpuMs(), heap: asked === "heap" ? await heapNow() : 0 };
  process.send?.(figures);
});
process.on("disconnect", async () => {
  await worker.stop({ graceMs: 0 });
  process.exit();
});
process.send?.("ready");
