import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createBidding } from "../../src/graph/modes/bidding/bidding.js";
import { openCheckpointer } from "../../src/talk/storage/open.js";
import { castOf } from "./conversation.js";
import { enoughRounds, Survivors } from "./garbage.js";
import { grownSince, resourcesOf } from "./left-behind.js";

export const keepings = ["nowhere", "in memory", "in SQLite"] as const;
export type Keeping = (typeof keepings)[number];

export interface MemoryPlan {
  readonly conversations: number;
  readonly turns: number;
  readonly every: number;
  readonly createModel: () => BaseChatModel;
  readonly measured?: (sample: HeapSample) => void;
}

export interface HeapSample {
  readonly conversations: number;
  /** Bytes on the heap after a forced garbage collection. */
  readonly heap: number;
  /** Bytes outside the heap that belong to objects on the heap. */
  readonly external: number;
}

export interface MemoryResult {
  readonly samples: readonly HeapSample[];
  /** The growth from the first measurement to the largest later one: 0.1 is 10%. */
  readonly growth: number;
  readonly survivors: Readonly<Record<string, number>>;
  /** The largest increase in timers, sockets and listeners after any conversation, by kind. */
  readonly left: Readonly<Record<string, number>>;
  /** The largest increase in listeners on the abort signal that all conversations share. */
  readonly abortListeners: number;
}

export async function watchMemory(
  { conversations, every, measured }: Omit<MemoryPlan, "turns" | "createModel">,
  converse: (number: number, signal: AbortSignal, survivors: Survivors) => Promise<void>,
): Promise<MemoryResult> {
  const { signal } = new AbortController();
  const survivors = new Survivors();
  const before = resourcesOf(signal);
  const samples: HeapSample[] = [];
  const left: Record<string, number> = {};
  for (let number = 1; number <= conversations; number += 1) {
    await converse(number, signal, survivors);
    for (const [kind, more] of Object.entries(grownSince(before, resourcesOf(signal))))
      left[kind] = Math.max(left[kind] ?? 0, more);
    if (number % every !== 0) continue;
    await survivors.count(0, enoughRounds);
    const { heapUsed: heap, external } = process.memoryUsage();
    const sample = { conversations: number, heap, external };
    samples.push(sample);
    measured?.(sample);
  }
  const [first, ...later] = samples.map(({ heap }) => heap);
  const { "abort listeners": abortListeners = 0, ...others } = left;
  return {
    samples,
    growth: Math.max(...later) / (first ?? Number.NaN) - 1,
    survivors: await survivors.count(),
    left: others,
    abortListeners,
  };
}

/** With `in memory`, each conversation has its own checkpointer; with `in SQLite`, all share one. */
export async function converseAgainAndAgain(keeping: Keeping, plan: MemoryPlan): Promise<MemoryResult> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-memory-"));
  const sqlite = keeping === "in SQLite" ? await openCheckpointer(join(folder, "talks.db")) : undefined;
  const checkpointerFor = (survivors: Survivors): BaseCheckpointSaver | undefined => {
    if (keeping !== "in memory") return sqlite;
    const saver = new MemorySaver();
    survivors.watch("checkpointers", saver);
    return saver;
  };
  try {
    return await watchMemory(plan, async (number, signal, survivors) => {
      const checkpointer = checkpointerFor(survivors);
      const graph = createBidding({ model: plan.createModel() }).compile({ ...(checkpointer && { checkpointer }) });
      survivors.watch("graphs", graph);
      const input = { participants: castOf("Ann", "Bea", "Cid"), maxTurns: plan.turns, seed: number };
      const state = await graph.invoke(input, { signal, configurable: { thread_id: `talk-${number}` } });
      if (state.messages.length !== plan.turns + 1) throw new Error(`${state.messages.length} messages were said`);
      survivors.watch("states", state);
      for (const message of state.messages) survivors.watch("messages", message);
    });
  } finally {
    await sqlite?.close();
    await rm(folder, { recursive: true });
  }
}
