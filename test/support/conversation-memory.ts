/** Conversations one after another in one process, and what they leave in its memory. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createBidding } from "../../src/graph/modes/bidding/bidding.js";
import { openCheckpointer } from "../../src/talk/storage/open.js";
import { castOf } from "./conversation.js";
import { Survivors } from "./garbage.js";
import { grownSince, resourcesOf } from "./left-behind.js";

/** Where the conversations are kept. */
export const keepings = ["nowhere", "in memory", "in SQLite"] as const;
export type Keeping = (typeof keepings)[number];

export interface MemoryPlan {
  readonly conversations: number;
  readonly turns: number;
  /** The heap is measured after so many, and after each as many more. */
  readonly every: number;
  readonly createModel: () => BaseChatModel;
  /** Is told each measurement. */
  readonly measured?: (sample: HeapSample) => void;
}

export interface HeapSample {
  readonly conversations: number;
  /** Bytes after a forced collection. */
  readonly heap: number;
  /** Bytes outside the heap that its objects hold. */
  readonly external: number;
}

export interface MemoryResult {
  readonly samples: readonly HeapSample[];
  /** The largest of the later measurements against the first. */
  readonly growth: number;
  /** Of the conversations' graphs, checkpointers and states: how many are still in memory. */
  readonly survivors: Readonly<Record<string, number>>;
  /** By kind, the most that there ever was more of after a conversation than before the first: timers, sockets, listeners. */
  readonly left: Readonly<Record<string, number>>;
  /** Listeners on the signal that all conversations were given, at the end. */
  readonly abortListeners: number;
}

/** Has `converse` done again and again, and measures what that leaves behind. */
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
    await survivors.count();
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

/** Bidding conversations of three, each with a graph of its own; kept in memory each in a checkpointer of its own, in SQLite all in one. */
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
