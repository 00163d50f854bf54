/**
 * `npm run report:followers`: runs a hundred conversations at once in one process, each followed by a client over HTTP.
 * Prints how long a word takes from the model to the client, and the heap size before and after.
 */
import { loadWeb } from "../test/support/web-load.js";

const plan = { first: 100, conversations: 100, turns: 4, words: 30, wordMs: 100 };
const mostGrowth = 0.1;
const mostLatency = 100;

const result = await loadWeb(plan);
const { ended, faults, latency, heap } = result;
const growth = heap.after / heap.before - 1;
for (const fault of faults) console.error(fault);
const ms = (value: number) => `${value.toFixed(1)} ms`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.error(
  [
    `${ended} of ${plan.conversations} conversations ended, ${faults.length} faults`,
    `from the model's word to the client: median ${ms(latency.median)}, p95 ${ms(latency.p95)}, longest ${ms(latency.longest)}`,
    `heap: ${megabytes(heap.before)} before, ${megabytes(heap.after)} after (${(growth * 100).toFixed(1)} %)`,
  ].join("\n"),
);
console.log(JSON.stringify(result));
process.exitCode =
  ended === plan.conversations && faults.length === 0 && latency.p95 <= mostLatency && growth <= mostGrowth ? 0 : 1;
