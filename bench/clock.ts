/**
 * `npm run report:clock`: runs conversations of all modes in SQLite and PostgreSQL while their clock jumps, and kills,
 * resumes and then forks them. Exits with 1 if a conversation fails or differs from an undisturbed one, or if a fork
 * differs from its original. Also exits with 1 if no process was killed or no message is earlier than the one before
 * it, because the results would then prove nothing. Needs Debian's package `faketime`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConversationDocument } from "../src/talk/transcript/json.js";
import removeBuild from "../test/support/after-all.js";
import { allModes } from "../test/support/any-mode.js";
import build from "../test/support/before-all.js";
import { contentOf, killAndResume, rostrum } from "../test/support/kills.js";
import { MovedClock } from "../test/support/moved-clock.js";
import { startPostgres } from "../test/support/postgres.js";

const conversations = 40;
const killsEach = 2;
const turns = [3, 2, 1];

const sums = {
  conversations: 0,
  kills: 0,
  resumes: 0,
  moves: 0,
  backwards: 0,
  forks: 0,
  lost: 0,
  doubled: 0,
  unequal: 0,
  inexactForks: 0,
  ended: 0,
};

const backwardsIn = ({ messages }: ConversationDocument) =>
  messages.filter(({ time }, index) => (time ?? "") < (messages[index - 1]?.time ?? "")).length;

async function isForkExact(kept: ConversationDocument, name: string, database: string, clock: MovedClock) {
  for (const turn of turns) {
    const words = ["fork", name, "--turn", String(turn), "--as", `${name}-fork`, "--db", database, "--json"];
    const { status, stdout, stderr } = await rostrum(words, clock);
    if (status === 0) return contentOf(JSON.parse(stdout) as ConversationDocument) === contentOf(kept);
    // Forking is refused between simultaneous turns and after the last turn, so this tries another turn.
    if (!/must be from|cannot be/.test(stderr)) throw new Error(stderr);
  }
  throw new Error(`no turn of ${name} can be forked`);
}

await build();
const folder = await mkdtemp(join(tmpdir(), "rostrum-clock-"));
const postgres = await startPostgres();
try {
  for (let index = 0; index < conversations; index += 1) {
    const mode = allModes[index % allModes.length] ?? "";
    const seed = 1 + Math.floor(index / allModes.length);
    const isSqlite = (seed + (index % allModes.length)) % 2 === 0;
    const database = isSqlite ? join(folder, "talks.db") : await postgres.createDatabase();
    const clock = new MovedClock(join(folder, `${mode}-${seed}.clock`), 1000 * index);
    const title = `${mode} ${seed} in ${isSqlite ? "SQLite" : "PostgreSQL"}`;
    try {
      const { killed, resumed, lost, doubled, isEqual, kept } = await killAndResume({
        mode,
        folder,
        database,
        seed,
        kills: killsEach,
        clock,
      });
      const isExact = await isForkExact(kept, `${mode}-${seed}`, database, clock);
      const found = { kills: killed, resumes: resumed, backwards: backwardsIn(kept), lost, doubled };
      for (const [name, figure] of Object.entries(found)) sums[name as keyof typeof found] += figure;
      sums.forks += 1;
      if (!isEqual) sums.unequal += 1;
      if (!isExact) sums.inexactForks += 1;
      const outcome = `${isEqual ? "the same" : "NOT THE SAME"}, fork ${isExact ? "exact" : "NOT EXACT"}`;
      console.error(`${title}: ${clock.moves} jumps, ${JSON.stringify(found)}, ${outcome}`);
    } catch (error) {
      sums.ended += 1;
      console.error(`${title}: ${(error as Error).message}`);
    }
    sums.conversations += 1;
    sums.moves += clock.moves;
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
  await removeBuild();
}
console.log(JSON.stringify(sums));
const { lost, doubled, unequal, inexactForks, ended } = sums;
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(lost + doubled + unequal + inexactForks + ended === 0 && sums.backwards > 0 && sums.kills > 0 ? 0 : 1);
