/**
 * Runs a conversation with a budget against an endpoint that counts its calls' tokens but may report false counts.
 * Interrupts, cancels and forks the conversation and kills its processes at random moments, and compares the
 * conversation's account with the endpoint's.
 */
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { draw } from "../../src/base/chance.js";
import { type Budget, nothingSpent, type Spent, spentOn } from "../../src/core/usage/budget.js";
import { RostrumError } from "../../src/errors/rostrum-error.js";
import type { UsageRow } from "../../src/records/usage.js";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { inputFor, type Mode } from "./any-mode.js";
import { compiled } from "./compiled.js";
import {
  type CountedCall,
  type CountingEndpoint,
  type Lie,
  lieNames,
  startCountingEndpoint,
} from "./counting-endpoint.js";
import { requestEnvironment } from "./openai-request.js";

/** The models' names, which tell the endpoint whether the original conversation or its fork makes a call. */
const models = { original: "counted", fork: "forked" };
const price = { input: 400, output: 1600 };
const prices = { "openai:counted": price, "openai:forked": price };

interface TalkPlan {
  readonly mode: Mode;
  readonly seed: number;
  /** Processes cannot be killed if the address is `memory`. */
  readonly address: string;
  readonly kills?: number;
}

interface Shortfall {
  readonly what: string;
  readonly account: Spent;
  readonly endpoint: Spent;
  readonly budget: Budget;
}

export interface TalkResult extends TalkPlan {
  readonly lie: Lie | "any";
  readonly calls: number;
  readonly interruptions: number;
  readonly cancels: number;
  readonly kills: number;
  readonly forks: number;
  readonly shortfalls: readonly Shortfall[];
}

function randomOf(seed: number) {
  let count = 0;
  const next = () => {
    count += 1;
    return draw({ seed, turn: count, purpose: "rule", salt: "money" });
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
    isLikely: (probability: number) => next() < probability,
  };
}

type Random = ReturnType<typeof randomOf>;

/** A budget that conversations in most modes reach. */
function budgetOf(random: Random): Budget {
  const kinds = random.pick([["calls"], ["tokens"], ["money"], ["calls", "tokens", "money"]]);
  const all: Budget = { calls: 8 + random.below(20), tokens: 6000 + random.below(9000), money: 3 + random.below(4) };
  return Object.fromEntries(Object.entries(all).filter(([kind]) => kinds.includes(kind)));
}

const spentAt = (calls: readonly CountedCall[]): Spent => {
  const row = { purpose: "speech", participant: "", model: "openai:counted", uncounted: 0 } as const;
  const rows = calls.map(
    ({ input, output }): UsageRow => ({ ...row, calls: 1, inputTokens: input, outputTokens: output }),
  );
  return spentOn(rows, prices);
};

const kinds = ["calls", "tokens", "money"] as const;
const rounding = 1e-9;

async function accountOf(conversations: Conversations, thread: string): Promise<Spent> {
  const { state } = await conversations.read(thread);
  return spentOn((state["usage"] ?? []) as readonly UsageRow[], prices);
}

/** @param copied - The spending that a fork has copied. `calls` does not include it. */
function compare(budget: Budget, account: Spent, copied: Spent, calls: readonly CountedCall[]): Shortfall[] {
  const counted = spentAt(calls);
  // A call that had not ended when the last call arrived counts as in flight.
  const inFlight = spentAt(calls.filter(({ endedBefore }) => endedBefore >= calls.length));
  const shortfalls: Shortfall[] = [];
  const endpoint = Object.fromEntries(kinds.map((kind) => [kind, copied[kind] + counted[kind]])) as unknown as Spent;
  for (const kind of kinds) {
    if (account[kind] < endpoint[kind] - rounding)
      shortfalls.push({ what: `account of ${kind}`, account, endpoint, budget });
    // A fork may already have spent more than the budget, because it copied calls that were in flight.
    const limit = Math.max(budget[kind] ?? Number.POSITIVE_INFINITY, copied[kind]);
    if (endpoint[kind] > limit + inFlight[kind] + rounding)
      shortfalls.push({ what: `budget of ${kind}`, account, endpoint, budget });
  }
  return shortfalls;
}

const ignoreInUse = (error: unknown) => {
  if (!RostrumError.isInstance(error) || error.code !== "thread-in-use") throw error;
};

const isOver = async (conversations: Conversations, thread: string) =>
  (await conversations.read(thread)).status === "ended";

async function disturb(conversations: Conversations, thread: string, random: Random) {
  const done = { interruptions: 0, cancels: 0 };
  for (let left = random.below(8); left > 0 && !(await isOver(conversations, thread)); left -= 1) {
    await wait(random.below(40));
    if (await isOver(conversations, thread)) break;
    if (random.isLikely(0.5)) {
      await conversations.interject(thread, "And the ferry?", { now: true }).catch(ignoreInUse);
      done.interruptions += 1;
    } else {
      await conversations.cancel(thread);
      done.cancels += 1;
    }
    await continueRun(conversations, thread);
  }
  for (let runs = 0; !(await isOver(conversations, thread)); runs += 1) {
    if (runs > 20) throw new Error(`${thread} does not end: ${JSON.stringify(await conversations.read(thread))}`);
    await continueRun(conversations, thread);
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status !== "running") break;
  }
  return done;
}

async function continueRun(conversations: Conversations, thread: string) {
  const { status } = await conversations.read(thread);
  if (status !== "running" && status !== "ended") await conversations.resume(thread).catch(ignoreInUse);
}

async function runAndKill(words: readonly string[], killedAfter: number): Promise<boolean> {
  const env = { ...process.env, ...requestEnvironment() };
  const child = spawn(process.execPath, [compiled("test/support/metered-process.ts"), ...words], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const begun = new Promise((resolve) => child.stdout.once("data", resolve));
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  await Promise.race([begun, ended]);
  await Promise.race([wait(killedAfter), ended]);
  child.kill("SIGKILL");
  const status = await ended;
  if (status !== null && status !== 0) throw new Error(output);
  return status === null;
}

function inputOf(mode: Mode, random: Random, budget: Budget) {
  const discussion = { task: "discuss", minRounds: 30, maxRounds: 30 };
  const stages = { stages: [{ task: "present" }, discussion, { task: "summarize" }, { task: "decide" }] };
  const bidding = random.pick([{}, { pass: "single" }, { speculative: true }]);
  const ofMode = { "group-chat": stages, bidding: { bidding } }[mode] ?? {};
  return inputFor(mode, { maxTurns: 50, prepare: random.isLikely(0.5), budget, prices, ...ofMode });
}

export async function playMetered({ mode, seed, address, kills = 0 }: TalkPlan): Promise<TalkResult> {
  const random = randomOf(seed);
  const lie = random.pick([...lieNames, "any"] as const);
  const endpoint: CountingEndpoint = await startCountingEndpoint({
    lieOf: () => (lie === "any" ? random.pick(lieNames) : lie),
    pause: () => random.below(4),
    refuses: () => random.isLikely(0.02),
  });
  const thread = `${mode}-${seed}`;
  const budget = budgetOf(random);
  const input = inputOf(mode, random, budget);
  const context = { model: `openai:${models.original}` };
  let killed = 0;
  for (let attempt = 0; attempt < kills; attempt += 1) {
    const words = [address, mode, thread, JSON.stringify(input), JSON.stringify(context)];
    if (await runAndKill(words, random.below(400))) killed += 1;
  }
  const conversations = await openConversations(address, { pollMs: 20 });
  try {
    if (!(await conversations.list()).conversations.some((each) => each.thread === thread))
      await conversations.start(mode, { thread, input, context });
    const done = await disturb(conversations, thread, random);
    const { turn } = (await conversations.read(thread)).state as unknown as { readonly turn: number };
    const forks: { readonly name: string; readonly copied: Spent }[] = [];
    if (mode !== "supervisor" && random.isLikely(0.4)) {
      const request = { turn: random.below(Math.max(1, turn)), context: { model: `openai:${models.fork}` } };
      const name = await conversations.fork(thread, request);
      forks.push({ name, copied: await accountOf(conversations, name) });
      const more = await disturb(conversations, name, random);
      done.interruptions += more.interruptions;
      done.cancels += more.cancels;
    }
    await endpoint.untilQuiet();
    const [calls, forkCalls] = [endpoint.callsOf(models.original), endpoint.callsOf(models.fork)];
    const shortfalls = compare(budget, await accountOf(conversations, thread), nothingSpent, calls);
    for (const { name, copied } of forks)
      shortfalls.push(...compare(budget, await accountOf(conversations, name), copied, forkCalls));
    const counts = { calls: calls.length + forkCalls.length, ...done, kills: killed, forks: forks.length };
    return { mode, seed, address, lie, ...counts, shortfalls };
  } finally {
    await conversations.close();
    await endpoint.stop();
  }
}
