/**
 * `npm run report:storage`: runs conversations of all modes while saves, the disk, database connections or the database
 * server fail at random moments. Resumes each conversation until it ends, then compares the saved result with an
 * undisturbed run.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { draw } from "../src/base/chance.js";
import { RostrumError } from "../src/errors/rostrum-error.js";
import { ScriptedModel } from "../src/offline/scripted-model.js";
import { openThreads } from "../src/talk/storage/open.js";
import { SqliteCheckpointer } from "../src/talk/storage/sqlite-checkpointer.js";
import type { OpenCheckpointer, Threads } from "../src/talk/storage/threads.js";
import { allModes, compileMode, inputFor, type Mode } from "../test/support/any-mode.js";
import { plainAnswer } from "../test/support/plain-answers.js";
import { startPostgres } from "../test/support/postgres.js";

const wanted = 100;
const plans = [
  ["SQLite", "saves"],
  ["PostgreSQL", "connections"],
  ["SQLite", "disk"],
  ["PostgreSQL", "saves"],
  ["PostgreSQL", "restart"],
] as const;
type Fault = (typeof plans)[number][1];

/** After this many failures of a conversation, saves and the disk stop failing, so that the conversation can end. */
const mostFailures = 12;
const config = { configurable: { thread_id: "talk" } };
const endings: unknown[] = [];
process.on("uncaughtException", (error) => endings.push(error));
process.on("unhandledRejection", (error) => endings.push(error));

/** The numbers depend only on the seed, but the moments of the faults still differ between runs. */
function chance(seed: number) {
  let count = 0;
  return () => {
    count += 1;
    return draw({ seed, turn: count, purpose: "rule", salt: "storage" });
  };
}

/** One in fifteen reads and writes fails, either before or after it takes effect. */
function brittle(checkpointer: OpenCheckpointer, random: () => number, isCalm: () => boolean): OpenCheckpointer {
  return new Proxy(checkpointer, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== "function") return member;
      if (!["put", "putWrites", "getTuple"].includes(String(name))) return member.bind(target);
      return async (...values: unknown[]) => {
        const fails = !isCalm() && random() < 1 / 15;
        const result = fails && random() < 0.5 ? undefined : await member.apply(target, values);
        if (fails) await wait(random() * 20).then(() => Promise.reject(new Error("the save failed")));
        return result;
      };
    },
  });
}

/** Simulates a nearly full disk: the database file can grow by at most `more` pages. */
function limitPages(checkpointer: OpenCheckpointer, more: number): void {
  if (!(checkpointer instanceof SqliteCheckpointer)) return;
  const [{ page_count = 0 } = {}] = checkpointer.file.all<{ page_count: number }>("PRAGMA page_count");
  checkpointer.file.run(`PRAGMA max_page_count = ${page_count + more}`);
}

function compile(mode: Mode, checkpointer?: OpenCheckpointer, random?: () => number) {
  const answer = async (call: Parameters<typeof plainAnswer>[0]) => {
    if (random) await wait(20 + random() * 80);
    return plainAnswer(call);
  };
  return compileMode(mode, { model: new ScriptedModel(answer as never) }, checkpointer ? { checkpointer } : {});
}

type Contents = Awaited<ReturnType<ReturnType<typeof compile>["invoke"]>>;
const idsOf = ({ messages = [] }: Contents) => messages.map(({ id }) => id);
const contentsOf = ({ messages = [], decisions, stopReason }: Contents) =>
  JSON.stringify([messages.map(({ id, text }) => [id, text]), decisions, stopReason]);

async function openPatiently(address: string, attempts = 150): Promise<Threads> {
  try {
    return await openThreads(address);
  } catch (error) {
    if (attempts === 1) throw error;
    await wait(200);
    return openPatiently(address, attempts - 1);
  }
}

async function disturbAndResume(mode: Mode, fault: Fault, address: string, seed: number) {
  const random = chance(seed);
  const input = inputFor(mode, { seed });
  const whole = await compile(mode).invoke(input as never);
  let failures = 0;
  const others: unknown[] = [];
  const isCalm = () => failures >= mostFailures;
  let threads: Threads | undefined;
  for (let hasEnded = false; !hasEnded && failures < mostFailures + 5; )
    try {
      if (!threads) {
        threads = await openThreads(address);
        await threads.take("talk");
      }
      const { checkpointer } = threads;
      const graph = compile(mode, fault === "saves" ? brittle(checkpointer, random, isCalm) : checkpointer, random);
      if (fault === "disk") limitPages(checkpointer, isCalm() ? 10_000 : 1 + Math.floor(random() * 6));
      const { values } = await graph.getState(config);
      await graph.invoke("messages" in values ? null : (input as never), config);
      hasEnded = true;
    } catch (error) {
      failures += 1;
      const isExpected = RostrumError.isInstance(error) ? error.code === "storage-failed" : fault === "saves";
      if (!isExpected) others.push(error);
      // Waits until the database server answers again, as a person would before resuming.
      await (await openPatiently(address)).close();
    }
  await threads?.close();
  const again = await openPatiently(address);
  const kept = (await compile(mode, again.checkpointer).getState(config)).values as Contents;
  await again.close();
  const ids = idsOf(kept);
  const lost = idsOf(whole).filter((id) => !ids.includes(id)).length;
  const isEqual = contentsOf(kept) === contentsOf(whole);
  return { failures, lost, doubled: ids.length - new Set(ids).size, unequal: isEqual ? 0 : 1, others };
}

const folder = await mkdtemp(join(tmpdir(), "rostrum-storage-"));
const postgres = await startPostgres();
const results: Awaited<ReturnType<typeof disturbAndResume>>[] = [];

async function disturbServer(fault: Fault, addresses: readonly string[], random: () => number, isOver: () => boolean) {
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  for (let moment = 0; !isOver() && moment < 40; moment += 1) {
    await wait(50 + random() * 400);
    if (fault === "connections")
      await postgres.query(addresses[Math.floor(random() * addresses.length)] ?? "", end).catch(() => {});
    else if (fault === "restart" && moment % 10 === 2) await postgres.restart();
  }
}

try {
  for (let batch = 0; results.length < wanted; batch += 1) {
    const [store, fault] = plans[batch % plans.length] ?? plans[0];
    const addresses: string[] = [];
    for (const mode of allModes)
      addresses.push(store === "SQLite" ? join(folder, `${batch}-${mode}.db`) : await postgres.createDatabase());
    let isOver = false;
    const disturbing = store === "SQLite" ? undefined : disturbServer(fault, addresses, chance(batch), () => isOver);
    const ended = await Promise.all(
      allModes.map((mode, index) => disturbAndResume(mode, fault, addresses[index] ?? "", batch * 100 + index)),
    );
    isOver = true;
    await disturbing;
    for (const [index, { others, ...figures }] of ended.entries()) {
      console.error(`${String(allModes[index]).padEnd(12)} in ${store}, ${fault}: ${JSON.stringify(figures)}`);
      for (const other of others) console.error(other);
    }
    results.push(...ended);
  }
} catch (error) {
  endings.push(error);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
const sum = (field: "failures" | "lost" | "doubled" | "unequal") =>
  results.reduce((total, each) => total + each[field], 0);
for (const ending of endings) console.error(ending);
const figures = {
  lost: sum("lost"),
  doubled: sum("doubled"),
  unequal: sum("unequal"),
  processesEnded: endings.length,
  otherErrors: results.reduce((total, { others }) => total + others.length, 0),
};
console.log(JSON.stringify({ runs: results.length, failures: sum("failures"), ...figures }));
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(Object.values(figures).every((figure) => figure === 0) && results.length >= wanted ? 0 : 1);
