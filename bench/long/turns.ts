/** Measures the time of a conversation's turns and of operations on the finished conversation, and the heap size. */

import { maxTurnLimit } from "../../src/base/limits.js";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { collectUntil } from "../../test/support/garbage.js";
import { BenchModel } from "../models.js";
import type { Figure } from "../report.js";
import { castOf } from "../ways.js";

const thread = "talk";
/** The turns whose mean time is the baseline. The mean at the end covers the same number of turns. */
const early = { from: 100, count: 100 };
const heapAt = 1000;
const maxGrowth = 1.5;
const maxMs = 300;
const maxHeapGrowth = 1.2;

class ClockedModel extends BenchModel {
  /** The CPU time and the wall-clock time at the start of each turn, in milliseconds. */
  readonly cpu: number[] = [];
  readonly wall: number[] = [];

  override async _generate(...call: Parameters<BenchModel["_generate"]>) {
    this.cpu.push(cpuTime());
    this.wall.push(performance.now());
    return super._generate(...call);
  }
}

const perTurn = (times: readonly number[], from: number, count: number) =>
  ((times[from + count] ?? Number.NaN) - (times[from] ?? Number.NaN)) / count;

async function heapNow(): Promise<number> {
  await collectUntil(() => false);
  return process.memoryUsage().heapUsed;
}

async function runRound(conversations: Conversations, maxTurns: number, isFollowed: boolean): Promise<void> {
  const base = { participants: castOf(3), seed: 1, prepare: false, memory: { window: "turns", turns: 10 } };
  const isFirst = (await conversations.list()).conversations.length === 0;
  const input = isFirst ? { topic: "The ferry", ...base, maxTurns } : { maxTurns };
  await conversations.start("round-robin", { thread, input });
  if (isFollowed) {
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status !== "running") return;
  }
  while ((await conversations.list()).conversations[0]?.status === "running")
    await new Promise((next) => setTimeout(next, 200));
}

const cpuTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Returns the shortest durations of five runs, in milliseconds, because other work can slow some of the runs. */
async function shortest(act: () => Promise<unknown>): Promise<Readonly<Record<"clock" | "cpu", number>>> {
  const times: { readonly clock: number; readonly cpu: number }[] = [];
  for (let time = 0; time < 5; time += 1) {
    const before = { clock: performance.now(), cpu: cpuTime() };
    await act();
    times.push({ clock: performance.now() - before.clock, cpu: cpuTime() - before.cpu });
  }
  return { clock: Math.min(...times.map(({ clock }) => clock)), cpu: Math.min(...times.map(({ cpu }) => cpu)) };
}

export async function measureTurns(
  address: string,
  { turns, isFollowed }: { readonly turns: number; readonly isFollowed: boolean },
): Promise<Figure[]> {
  const model = new ClockedModel();
  let conversations = await openConversations(address, { model });
  await runRound(conversations, Math.min(heapAt, turns / 2), isFollowed);
  const heapEarly = await heapNow();
  for (let done = model.cpu.length; done < turns; done = model.cpu.length)
    await runRound(conversations, Math.min(maxTurnLimit, turns - done), isFollowed);
  const heapAfter = await heapNow();
  const state = await conversations.read(thread);
  const heapOfState = (await heapNow()) - heapAfter;
  if (state.state.turn !== turns) throw new Error(`${state.state.turn} turns were saved`);
  await conversations.close();

  const last = turns - 1 - early.count;
  const growth = (times: readonly number[]) =>
    perTurn(times, last, early.count) / perTurn(times, early.from, early.count);
  const times: Figure[] = [];
  const time = async (name: string, act: () => Promise<unknown>) => {
    const { clock, cpu } = await shortest(act);
    times.push({ name, value: clock, unit: "ms", bar: { below: maxMs } });
    times.push({ name: "  CPU time", value: cpu, unit: "ms" });
  };
  await time("open", async () => {
    conversations = await openConversations(address, { model });
    await conversations.close();
  });
  conversations = await openConversations(address, { model });
  await time("read", () => conversations.read(thread));
  await time("list", () => conversations.list());
  await time("follow from the end", async () => {
    for await (const _event of conversations.follow(thread, { after: Number.MAX_SAFE_INTEGER })) break;
  });
  await time("fork half-way", () => conversations.fork(thread, { turn: turns / 2 }));
  await conversations.close();

  return [
    { name: `turns 100 to 200, CPU time`, value: perTurn(model.cpu, early.from, early.count), unit: "ms" },
    { name: `the last 100 turns, CPU time`, value: perTurn(model.cpu, last, early.count), unit: "ms" },
    { name: "  ÷ turns 100 to 200", value: growth(model.cpu), unit: "×", bar: { atMost: maxGrowth } },
    { name: "  the same by the clock", value: growth(model.wall), unit: "×" },
    ...times,
    { name: `heap after the first ${Math.min(heapAt, turns / 2)} turns`, value: heapEarly / 1e6, unit: "MB" },
    { name: "heap after all turns", value: heapAfter / 1e6, unit: "MB" },
    { name: "  ÷ heap before", value: heapAfter / heapEarly, unit: "×", bar: { atMost: maxHeapGrowth } },
    { name: "one copy of the state in the heap", value: heapOfState / 1e6, unit: "MB" },
  ];
}
