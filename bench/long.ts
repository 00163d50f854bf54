/**
 * `npm run report:long`: measures conversations of 20,000 turns in SQLite and in PostgreSQL, conversations with many
 * followers, and answers of a megabyte. Exits with 1 if a figure misses its target. Takes about half an hour. `npm run
 * report:long -- 2000` runs fewer turns, and `-- 2000 sqlite` only one database.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../test/support/postgres.js";
import { measureFollowers } from "./long/followers.js";
import { measureLargeAnswers } from "./long/large-answers.js";
import { measureTurns } from "./long/turns.js";
import { type Figure, isMet, showJson, showTable } from "./report.js";

const turns = Number(process.argv[2] ?? 20_000);
const only = process.argv[3];

const folder = await mkdtemp(join(tmpdir(), "rostrum-long-"));
const postgres = only === "sqlite" ? undefined : await startPostgres();
const figures: Figure[] = [];
const take = (name: string, measured: readonly Figure[]) => {
  console.error(`${name}\n${showTable(measured)}\n`);
  figures.push(...measured.map((figure) => ({ ...figure, name: `${name}: ${figure.name}` })));
};
try {
  for (const isFollowed of [false, true]) {
    const how = isFollowed ? "followed" : "not followed";
    if (only !== "postgres")
      take(`SQLite, ${how}`, await measureTurns(join(folder, `${how}.db`), { turns, isFollowed }));
    if (postgres)
      take(`PostgreSQL, ${how}`, await measureTurns(await postgres.createDatabase(), { turns, isFollowed }));
  }
  take("Followers", await measureFollowers());
  take("Answers of a megabyte", await measureLargeAnswers());
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true });
}
console.log(showJson(figures));
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(figures.every(isMet) ? 0 : 1);
