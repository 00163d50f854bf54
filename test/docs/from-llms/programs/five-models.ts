/** Five agents with different models debate for at most one dollar. */
import { createRoundRobin } from "rostrum";

const cast: Readonly<Record<string, string>> = {
  Ada: "openai:gpt-4.1",
  Bo: "openai:gpt-4.1-mini",
  Chen: "openai:gpt-5-mini",
  Dora: "openai:big-local-model",
  Emil: "openai:small-local-model",
};

export async function debate() {
  const graph = createRoundRobin({ models: { byParticipant: cast } }).compile();
  return graph.invoke({
    topic: "Should the library open on Sundays?",
    participants: Object.keys(cast).map((name) => ({ name })),
    prices: { "openai:big-local-model": { input: 1, output: 4 }, "openai:small-local-model": { input: 0, output: 0 } },
    budget: { money: 1 },
    maxTurns: 200,
  });
}
