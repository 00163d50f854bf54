/**
 * `npm run report:scale`: compares conversations in worker processes with conversations in a single process, all on one
 * PostgreSQL server. Exits with 1 if a figure misses its bar. Takes about half an hour, and needs Linux to read the CPU
 * time of PostgreSQL's processes. `npm run report:scale -- flood` runs only the part `flood`. The other parts are
 * `rates`, `memory`, `first-word` and `news`.
 */
import { startPostgres } from "../test/support/postgres.js";
import { type Figure, isMet, showJson, showTable } from "./report.js";
import { measureFirstWord } from "./scale/first-word.js";
import { measureFlood } from "./scale/flood.js";
import { measureMemory } from "./scale/memory.js";
import { measureNews } from "./scale/news.js";
import { measureRates } from "./scale/rates.js";

const parts = {
  rates: measureRates,
  memory: measureMemory,
  "first-word": measureFirstWord,
  flood: measureFlood,
  news: measureNews,
} as const;
const only = process.argv[2];
if (only !== undefined && !(only in parts)) throw new Error(`there is no part ${only}`);

const postgres = await startPostgres();
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    const found = await measure(postgres);
    console.error(`${name}\n${showTable(found)}\n`);
    figures.push(...found.map((figure) => ({ ...figure, name: `${name}: ${figure.name}` })));
  }
} finally {
  await postgres.stop();
}
console.log(showJson(figures));
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(figures.every(isMet) ? 0 : 1);
