/**
 * `npm run report:kills`: kills the processes of conversations in every mode, in SQLite and PostgreSQL, and resumes the
 * conversations. Then kills the processes of supervisors that correct a wrong plan, between and during their steps.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import removeBuild from "../test/support/after-all.js";
import { allModes } from "../test/support/any-mode.js";
import build from "../test/support/before-all.js";
import { contentOf, type KillResult, killAndResume } from "../test/support/kills.js";
import { startPostgres } from "../test/support/postgres.js";
import { killReplan, type ReplanKills } from "../test/support/replan-kills.js";
import { replanningScripts } from "../test/support/replanning.js";

const wanted = 60;
const killsEach = 3;
const seedsOfPlans = 2;

await build();
const folder = await mkdtemp(join(tmpdir(), "rostrum-kills-"));
const postgres = await startPostgres();
const results: KillResult[] = [];
const plans: ReplanKills[] = [];
const kinds = [...allModes.map((mode) => ({ mode })), { mode: "supervisor", replan: "after-each" } as const];
const sum = (field: "killed" | "resumed" | "lost" | "doubled") =>
  results.reduce((total, each) => total + each[field], 0);
try {
  for (let seed = 1; sum("killed") < wanted; seed += 1)
    for (const [index, kind] of kinds.entries()) {
      const isSqlite = (seed + index) % 2 === 0;
      const database = isSqlite ? join(folder, "talks.db") : await postgres.createDatabase();
      const result = await killAndResume({ ...kind, folder, database, seed, kills: killsEach });
      results.push(result);
      const { killed, resumed, lost, doubled, isEqual } = result;
      const place = isSqlite ? "SQLite" : "PostgreSQL";
      console.error(
        `${Object.values(kind).join(" ")} ${seed} in ${place}: killed ${killed}, resumed ${resumed}, lost ${lost}, doubled ${doubled}, ${isEqual ? "the same" : "NOT THE SAME"}`,
      );
      if (!isEqual) console.error(contentOf(result.kept));
      if (sum("killed") >= wanted) break;
    }
  for (let seed = 1; seed <= seedsOfPlans; seed += 1)
    for (const script of Object.keys(replanningScripts)) {
      const result = await killReplan(folder, script, Number.POSITIVE_INFINITY, seed);
      plans.push(result);
      const { killed, doubled, repeated, isEqual } = result;
      console.error(
        `${script} ${seed}: killed ${killed}, doubled ${doubled}, interrupted and repeated ${repeated}, ${isEqual ? "the same" : "NOT THE SAME"}`,
      );
      if (!isEqual) console.error(result.kept);
    }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
  await removeBuild();
}
const unequal = results.filter(({ isEqual }) => !isEqual).length;
const changedPlans = {
  conversations: plans.length,
  kills: plans.reduce((total, { killed }) => total + killed, 0),
  doubles: plans.reduce((total, { doubled }) => total + doubled, 0),
  repeated: plans.reduce((total, { repeated }) => total + repeated, 0),
  unequal: plans.filter(({ isEqual }) => !isEqual).length,
};
console.log(
  JSON.stringify({
    conversations: results.length,
    kills: sum("killed"),
    resumes: sum("resumed"),
    losses: sum("lost"),
    doubles: sum("doubled"),
    unequal,
    changedPlans,
  }),
);
const isRight = sum("lost") + sum("doubled") + unequal + changedPlans.doubles + changedPlans.unequal === 0;
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(isRight && sum("killed") >= wanted && changedPlans.kills >= wanted ? 0 : 1);
