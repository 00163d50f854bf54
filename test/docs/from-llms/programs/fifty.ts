/** Runs a short conversation on each topic, 25 at a time. If one fails, the others continue. */
import { createRoundRobin } from "rostrum";

export async function runFifty(topics: readonly string[]) {
  const graph = createRoundRobin({ model: "rehearsal" }).compile();
  const inputs = topics.map((topic, seed) => ({ topic, seed, maxTurns: 1 }));
  const results = await graph.batch(inputs, { maxConcurrency: 25 }, { returnExceptions: true });
  return results.map((result) => (result instanceof Error ? result.message : result.stopReason?.kind));
}
