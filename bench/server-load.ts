/**
 * `npm run report:load`: runs fifty bidding conversations at once on one development server, and compares their
 * throughput with that of one conversation at a time. `npm run report:load -- 10` limits the server to ten concurrent
 * runs.
 */
import removeBuild from "../test/support/after-all.js";
import build from "../test/support/before-all.js";
import { loadServer } from "../test/support/server-load.js";

const conversations = 50;
/** Corresponds to `langgraphjs dev --n-jobs-per-worker`, whose default is ten. */
const workers = Number(process.argv[2] ?? conversations);

await build();
const result = await loadServer({ conversations, turns: 4, callMs: 50, workers, timesAlone: 3 });
await removeBuild();
const { ended, faults, perSecond, perSecondAlone, ratio } = result;
for (const fault of faults) console.error(fault);
console.error(
  `${ended} of ${conversations} conversations ended properly, ${faults.length} faults; ${perSecond.toFixed(2)} conversations a second at once, ${perSecondAlone.toFixed(2)} one after another: ${ratio.toFixed(1)} times as many, with at most ${workers} concurrent runs`,
);
console.log(JSON.stringify(result));
process.exitCode = ended === conversations && faults.length === 0 ? 0 : 1;
