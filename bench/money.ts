/**
 * `npm run report:money -- [RUNS] [SEED]`: runs conversations with a budget and an endpoint that may report false token
 * counts. Interrupts, cancels, kills and forks the conversations at random moments. Exits with 1 if, for any of them,
 * the endpoint counted more usage than the conversation recorded, or more than the budget plus the calls that were in
 * flight when the budget was reached.
 */
import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import removeBuild from "../test/support/after-all.js";
import { allModes } from "../test/support/any-mode.js";
import build from "../test/support/before-all.js";
import { playMetered, type TalkResult } from "../test/support/metered-talk.js";
import { startPostgres } from "../test/support/postgres.js";

const [runs = 500, firstSeed = randomInt(1e9)] = process.argv.slice(2).map(Number);

const killsIn = (run: number) => (run % 5 === 0 ? 1 + (run % 3) : 0);

await build();
const folder = await mkdtemp(join(tmpdir(), "rostrum-money-"));
const postgres = await startPostgres();
const addresses = { memory: "memory", SQLite: join(folder, "talks.db"), PostgreSQL: await postgres.createDatabase() };
const results: TalkResult[] = [];
const sum = (field: "calls" | "interruptions" | "cancels" | "kills" | "forks") =>
  results.reduce((total, each) => total + each[field], 0);
console.error(`seed ${firstSeed}`);
try {
  for (let run = 0; run < runs; run += 1) {
    const mode = allModes[run % allModes.length] ?? "";
    const kills = killsIn(Math.floor(run / allModes.length));
    // A conversation in memory would not survive a kill.
    const places = kills > 0 ? (["SQLite", "PostgreSQL"] as const) : (["memory", "SQLite", "PostgreSQL"] as const);
    const place = places[Math.floor(run / allModes.length) % places.length] ?? "memory";
    const result = await playMetered({ mode, seed: firstSeed + run, address: addresses[place], kills });
    results.push(result);
    const { lie, calls, interruptions, cancels, kills: killed, forks, shortfalls } = result;
    const done = `${calls} calls, ${interruptions} interruptions, ${cancels} cancels, ${killed} kills, ${forks} forks`;
    if (shortfalls.length > 0 || (run + 1) % 25 === 0)
      console.error(`${run + 1}: ${mode} ${firstSeed + run} in ${place}, usage ${lie}: ${done}`);
    for (const shortfall of shortfalls) console.error("  NOT COUNTED", JSON.stringify(shortfall));
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
  await removeBuild();
}
const failures = results.filter(({ shortfalls }) => shortfalls.length > 0).length;
console.log(
  JSON.stringify({
    seed: firstSeed,
    conversations: results.length,
    calls: sum("calls"),
    interruptions: sum("interruptions"),
    cancels: sum("cancels"),
    kills: sum("kills"),
    forks: sum("forks"),
    failures,
  }),
);
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(failures === 0 && results.length === runs ? 0 : 1);
