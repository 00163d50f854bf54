/** An interview that works with any provider's model. */
import { createDirector } from "rostrum";

export async function interview(model: string) {
  const graph = createDirector({ model }).compile();
  const { messages, usage } = await graph.invoke({
    topic: "What is a good map?",
    participants: [
      { name: "Quinn", role: "chart maker" },
      { name: "Rosa", role: "retired sailor" },
    ],
    maxTurns: 1,
  });
  return { messages, models: [...new Set(usage.map((row) => row.model))] };
}
