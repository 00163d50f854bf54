/** `npm run bench`: measures everything in one run on the machine at hand; the table on stderr, JSON on stdout. Exit 1 when a bar is missed. */
import { measureGrowth } from "./growth.js";
import { measureOwnTime } from "./own-time.js";
import { isMet, showJson, showTable } from "./report.js";
import { measureWaiting } from "./waiting.js";

const figures = [...(await measureOwnTime()), ...(await measureWaiting()), ...(await measureGrowth())];
process.stderr.write(`${showTable(figures)}\n`);
process.stdout.write(`${showJson(figures)}\n`);
process.exitCode = figures.every(isMet) ? 0 : 1;
