/** A debate with local models: `qwen3` speaks and `qwen3:0.6b` bids. Run `ollama pull` for both first. */
import { ChatOpenAI } from "@langchain/openai";
import { createBidding } from "rostrum";

// Ollama speaks OpenAI's protocol. The client requires a key, and Ollama accepts any.
const ollama = (model: string) =>
  new ChatOpenAI({
    model,
    apiKey: "ollama",
    configuration: { baseURL: process.env["OLLAMA_URL"] ?? "http://127.0.0.1:11434/v1" },
    maxRetries: 0, // Rostrum retries
  });

const graph = createBidding({ model: ollama("qwen3"), models: { byPurpose: { bid: ollama("qwen3:0.6b") } } }).compile();
const { messages, usage } = await graph.invoke(
  {
    topic: "Should the harbour keep its foghorn?",
    participants: [
      { name: "Elke", role: "trawler captain", description: "Supports the foghorn: screens fail, but brass does not." },
      { name: "Rafiq", role: "hotelier", description: "Opposes the foghorn: guests pay for sleep." },
    ],
    bidding: { criterion: "urge" },
    maxTurns: 3,
  },
  { context: { timeoutMs: 300_000 } }, // the first call loads the model
);

for (const { name, text } of messages) console.log(`${name}: ${text}\n`);
for (const { participant, purpose, model, calls } of usage)
  console.log(`${participant}, ${purpose}: ${calls} calls to ${model}`);
