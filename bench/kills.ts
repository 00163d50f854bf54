/**
 * `npm run report:kills`: kills the processes of conversations sixty times, in every mode, in SQLite and PostgreSQL,
 * and resumes the conversations. Prints the results. Exits with 1 if a message is lost, duplicated or changed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import removeBuild from "../test/support/after-all.js";
import { allModes } from "../test/support/any-mode.js";
import build from "../test/support/before-all.js";
import { contentOf, type KillResult, killAndResume } from "../test/support/kills.js";
import { startPostgres } from "../test/support/postgres.js";

const wanted = 60;
const killsEach = 3;

await build();
const folder = await mkdtemp(join(tmpdir(), "rostrum-kills-"));
const postgres = await startPostgres();
const results: KillResult[] = [];
const sum = (field: "killed" | "resumed" | "lost" | "doubled") =>
  results.reduce((total, each) => total + each[field], 0);
try {
  for (let seed = 1; sum("killed") < wanted; seed += 1)
    for (const mode of allModes) {
      const isSqlite = (seed + allModes.indexOf(mode)) % 2 === 0;
      const database = isSqlite ? join(folder, "talks.db") : await postgres.createDatabase();
      const result = await killAndResume({ mode, folder, database, seed, kills: killsEach });
      results.push(result);
      const { killed, resumed, lost, doubled, isEqual } = result;
      const place = isSqlite ? "SQLite" : "PostgreSQL";
      console.error(
        `${mode} ${seed} in ${place}: killed ${killed}, resumed ${resumed}, lost ${lost}, doubled ${doubled}, ${isEqual ? "the same" : "NOT THE SAME"}`,
      );
      if (!isEqual) console.error(contentOf(result.kept));
      if (sum("killed") >= wanted) break;
    }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
  await removeBuild();
}
const unequal = results.filter(({ isEqual }) => !isEqual).length;
console.log(
  JSON.stringify({
    conversations: results.length,
    kills: sum("killed"),
    resumes: sum("resumed"),
    losses: sum("lost"),
    doubles: sum("doubled"),
    unequal,
  }),
);
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(sum("lost") + sum("doubled") + unequal === 0 && sum("killed") >= wanted ? 0 : 1);
