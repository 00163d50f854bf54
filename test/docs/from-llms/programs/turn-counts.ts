/** Counts each participant's turns and words, including participants without a turn. */
import { createBidding } from "rostrum";

export async function countTurns(topic: string, names: readonly string[]) {
  const graph = createBidding({ model: "rehearsal" }).compile();
  const { decisions, messages } = await graph.invoke({
    topic,
    participants: names.map((name) => ({ name })),
    maxTurns: 6,
    seed: 5,
  });
  return names.map((who) => ({
    who,
    turns: decisions.filter(({ speaker }) => speaker === who).length,
    words: messages.filter(({ name }) => name === who).flatMap(({ text }) => text.split(/\s+/)).length,
  }));
}
