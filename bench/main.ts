/** `npm run bench`: runs the benchmark's measurements. Exits with 1 if a figure misses its bar. */
import { measureAtOnce } from "./at-once.js";
import { measureChoosing } from "./choosing.js";
import { measureCutOff } from "./cut-off.js";
import { measureDatabases } from "./databases.js";
import { measureGrowth } from "./growth.js";
import { measureOwnTime } from "./own-time.js";
import { measurePrompts } from "./prompts.js";
import { type Figure, isMet, showJson, showTable } from "./report.js";
import { measureStartUp } from "./start-up.js";
import { measureWaiting } from "./waiting.js";

const measures = [
  measureStartUp,
  measureOwnTime,
  measureWaiting,
  measureChoosing,
  measureCutOff,
  measurePrompts,
  measureAtOnce,
  measureGrowth,
  measureDatabases,
];
const figures: Figure[] = [];
for (const measure of measures) figures.push(...(await measure()));
process.stderr.write(`${showTable(figures)}\n`);
process.stdout.write(`${showJson(figures)}\n`);
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(figures.every(isMet) ? 0 : 1);
