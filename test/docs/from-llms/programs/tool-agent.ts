/** An agent that looks up the tide before it speaks, among participants without tools. */
import { tool } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { createRoundRobin } from "rostrum";
import { z } from "zod";

const tide = tool(async ({ harbour }) => `High water in ${harbour} is at 06:10.`, {
  name: "tide",
  description: "Returns the time of the next high water.",
  schema: z.object({ harbour: z.string() }),
});

export async function planDeparture() {
  const pilot = createAgent({ model: "openai:gpt-4.1-mini", tools: [tide], systemPrompt: "You are a harbour pilot." });
  const graph = createRoundRobin({ model: "rehearsal", agents: { Pilot: pilot } }).compile();
  const { messages } = await graph.invoke({
    topic: "When do we leave?",
    participants: [{ name: "Pilot" }, { name: "Cook" }],
    maxTurns: 2,
  });
  return messages.filter(({ name }) => name === "Pilot").map(({ text }) => text);
}
