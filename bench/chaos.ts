/**
 * `npm run report:chaos -- [CONVERSATIONS] [DISTURBANCES] [SEED]`: worker processes run conversations in one PostgreSQL
 * database while workers and the database are disturbed. Compares the conversations with undisturbed ones. With
 * `--without-fence`, workers can keep saving a conversation that they have lost, so the report must fail. Needs
 * Debian's package `faketime`.
 */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { draw } from "../src/base/chance.js";
import { openConversations } from "../src/talk/conversations/open.js";
import removeBuild from "../test/support/after-all.js";
import build from "../test/support/before-all.js";
import { type ChaosTalk, ruleGraphs, talkOf } from "../test/support/chaos-talks.js";
import { startPostgres } from "../test/support/postgres.js";
import { compareTalks, type Difference } from "./chaos/compare.js";
import { Disturber } from "./chaos/disturb.js";
import { type Held, Holder } from "./chaos/hold.js";
import { SavedSteps } from "./chaos/saved-steps.js";
import { WorkerPlace } from "./chaos/workers.js";

const words = process.argv.slice(2);
const isFenced = !words.includes("--without-fence");
const numbers = words.filter((word) => !word.startsWith("--")).map(Number);
const [conversations = 60, disturbances = 60, seed = randomInt(1e9)] = numbers;

const workers = 3;
/** The duration of each model call, in milliseconds. */
const pace = 1500;
/** How long another worker may take to continue a conversation, in addition to the longest step. In milliseconds. */
const takeOverMs = 15_000;
const first = Math.ceil(conversations / 3);

const longestMs = 480_000;

let draws = 0;
const random = () => draw({ seed, turn: ++draws, purpose: "rule", salt: "chaos" });
const talks = Array.from({ length: conversations }, (_, index) => talkOf(index, seed));
const problems: string[] = [];

const hold = (holder: Holder, talk: ChaosTalk): Promise<Held | undefined> =>
  Promise.race([
    holder.hold(talk),
    wait(longestMs, undefined, { ref: false }).then(() => Promise.reject(new Error("does not end"))),
  ]).catch((error) => {
    problems.push(`${talk.thread} (${talk.mode}, ${talk.variant}): ${error.message}`);
    return undefined;
  });

const isHeld = (held: Held | undefined): held is Held => held !== undefined;
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((left, right) => left - right)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
const inSeconds = (milliseconds: number) => Number((milliseconds / 1000).toFixed(1));

await build();
const postgres = await startPostgres();
const begin = performance.now();

async function holdUndisturbed() {
  const address = await postgres.createDatabase();
  const holder = await Holder.start(() => openConversations(address, { graphs: ruleGraphs }), pace, true);
  const steps = new SavedSteps(postgres, address);
  const held = (await Promise.all(talks.map((talk) => hold(holder, talk)))).filter(isHeld);
  await steps.stop();
  await holder.stop();
  const gaps = held.flatMap(({ talk: { variant, thread } }) =>
    variant === "answered" || variant === "late" ? [] : [steps.gaps.get(thread) ?? 0],
  );
  return { held, stepMs: Math.max(...gaps) };
}

async function countIdle(holder: Holder, places: readonly WorkerPlace[]): Promise<number> {
  const idle = new Set(places.map(({ key }) => key));
  for (let round = 0; round < 4 && idle.size > 0; round += 1) {
    const probes = Array.from({ length: 12 }, (_, index) => talkOf(10_000 + round * 100 + index * 6, seed));
    await Promise.all(probes.map((probe) => hold(holder, probe)));
    for (const probe of probes) for (const { caller } of holder.callsOf(probe)) idle.delete(caller);
  }
  return idle.size;
}

async function holdDisturbed() {
  const address = await postgres.createDatabase();
  const options = { queue: true, graphs: ruleGraphs };
  const holder = await Holder.start(() => openConversations(address, options), pace, false);
  const places = await Promise.all(
    Array.from({ length: workers }, (_, number) => WorkerPlace.open(number + 1, address, isFenced)),
  );
  const steps = new SavedSteps(postgres, address);
  const byThread = new Map(talks.map((talk) => [talk.thread, talk]));
  const callerOf = (thread: string) => {
    const talk = byThread.get(thread);
    return talk && holder.callsOf(talk).at(-1)?.caller;
  };
  const disturber = new Disturber({ places, steps, postgres, address, callerOf, random });
  const holding: Promise<Held | undefined>[] = [];
  const startUntil = (share: number) => {
    const wanted = Math.min(conversations, first + Math.ceil((conversations - first) * share));
    while (holding.length < wanted) holding.push(hold(holder, talks[holding.length] as ChaosTalk));
  };
  startUntil(0);
  await wait(pace * 3);
  for (let done = 0; done < disturbances; done += 1) {
    startUntil((done / disturbances / 3) * 4);
    await disturber.disturb();
    if (done % 10 === 9) console.error(`${done + 1} disturbances after ${inSeconds(performance.now() - begin)} s`);
  }
  startUntil(1);
  await disturber.settle();
  const held = (await Promise.all(holding)).filter(isHeld);
  const idle = await countIdle(holder, places);
  await steps.stop();
  await Promise.all(places.map((place) => place.close()));
  await holder.stop();
  problems.push(...places.flatMap(({ endings }) => endings));
  return { held, idle, disturber };
}

console.error(`seed ${seed}`);
let failures = 1;
try {
  const undisturbed = await holdUndisturbed();
  console.error(`undisturbed: ${undisturbed.held.length} after ${inSeconds(performance.now() - begin)} s`);
  const { held, idle, disturber } = await holdDisturbed();
  const differences: Difference[] = held.flatMap((each) => {
    const whole = undisturbed.held.find(({ talk }) => talk.thread === each.talk.thread);
    return whole ? [compareTalks(each, whole)] : [];
  });
  const sum = (kind: Exclude<keyof Difference, "thread" | "notes">) =>
    differences.reduce((total, each) => total + Number(each[kind]), 0);
  for (const { thread, notes } of differences) problems.push(...notes.map((note) => `${thread}: ${note}`));
  for (const problem of problems) console.error(problem);
  const bound = takeOverMs + undisturbed.stepMs;
  const bad = {
    unended: conversations - differences.length,
    unequal: sum("isUnequal"),
    lostMessages: sum("lostMessages"),
    doubledMessages: sum("doubledMessages"),
    lostEvents: sum("lostEvents"),
    doubledEvents: sum("doubledEvents"),
    lostInterjections: sum("lostInterjections"),
    doubledInterjections: sum("doubledInterjections"),
    uncountedCalls: sum("uncountedCalls"),
    doubledCalls: sum("doubledCalls"),
    lateTakeOvers: disturber.takeOvers.filter((time) => time > bound).length,
    idleWorkers: idle,
    problems: problems.length,
  };
  const figures = {
    seed,
    conversations,
    disturbances: disturber.counts,
    interrupted: disturber.interrupted,
    calls: sum("calls"),
    repeatedCalls: sum("repeatedCalls"),
    takeOvers: disturber.takeOvers.length,
    takeOverSeconds: {
      median: inSeconds(quantile(disturber.takeOvers, 0.5)),
      p95: inSeconds(quantile(disturber.takeOvers, 0.95)),
      max: inSeconds(quantile(disturber.takeOvers, 1)),
      bound: inSeconds(bound),
    },
    ...bad,
    seconds: inSeconds(performance.now() - begin),
  };
  console.log(JSON.stringify(figures, null, 2));
  // If no take-over was measured, `lateTakeOvers` proves nothing, so the report fails.
  const hasMeasured = disturber.takeOvers.length > 0;
  failures = Object.values(bad).reduce((total, count) => total + count, 0) + (hasMeasured ? 0 : 1);
} catch (error) {
  console.error(error);
} finally {
  await postgres.stop();
  await removeBuild();
}
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(failures === 0 ? 0 : 1);
