/**
 * `npm run report:load`: fifty bidding conversations at once on one development server, before a model that takes 50 ms a call.
 * Their speed beside that of one alone goes to stderr, JSON to stdout. Exit 1 when one does not end as it should, or anything of
 * one is in another. `npm run report:load -- 10` has the server hold ten at a time.
 */
import removeBuild from "../test/support/after-all.js";
import build from "../test/support/before-all.js";
import { loadServer } from "../test/support/server-load.js";

const conversations = 50;
/** Left alone the server has ten runs at work at once: `langgraphjs dev --n-jobs-per-worker` sets it. */
const workers = Number(process.argv[2] ?? conversations);

await build();
const result = await loadServer({ conversations, turns: 4, callMs: 50, workers, timesAlone: 3 });
await removeBuild();
const { ended, faults, perSecond, perSecondAlone, ratio } = result;
for (const fault of faults) console.error(fault);
console.error(
  `${ended} of ${conversations} conversations ended as they should, ${faults.length} faults; ${perSecond.toFixed(2)} conversations a second at once, ${perSecondAlone.toFixed(2)} one after another: ${ratio.toFixed(1)} times as many, with ${workers} runs at work at once`,
);
console.log(JSON.stringify(result));
process.exitCode = ended === conversations && faults.length === 0 ? 0 : 1;
