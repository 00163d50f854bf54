/** The conversations of `report:scale`. This process starts them, and they run in it or in workers. */
import { setTimeout as wait } from "node:timers/promises";
import type { Conversations } from "../../src/talk/conversations/port/port.js";
import { castOf } from "../ways.js";

export const turns = 3;
export const callMs = 200;

const inputOf = (maxTurns: number) => ({ participants: castOf(3), maxTurns, seed: 1 });

export async function begin(conversations: Conversations, maxTurns = turns): Promise<string> {
  return (await conversations.start("bidding", { input: inputOf(maxTurns) })).thread;
}

/** Runs a conversation to its end. Returns the time from the call to `start` to the first word, in milliseconds. */
export async function hold(conversations: Conversations, maxTurns = turns): Promise<number> {
  const begun = performance.now();
  const thread = await begin(conversations, maxTurns);
  let firstWord = Number.NaN;
  for await (const event of conversations.follow(thread)) {
    if (event.type === "speech-delta" || event.type === "speech-end")
      firstWord = Number.isNaN(firstWord) ? performance.now() - begun : firstWord;
    if (event.type !== "status" || event.status === "queued" || event.status === "running") continue;
    if (event.status === "ended") return firstWord;
    throw new Error(`${event.status}: ${event.error?.message}`);
  }
  throw new Error("the conversation was removed");
}

export async function holdAtRate(conversations: Conversations, count: number, rate: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_each, place) => {
      await wait((place * 1000) / rate);
      return hold(conversations);
    }),
  );
}

export function percentile95(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}
