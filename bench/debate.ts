/** The benchmark's debates: one with Rostrum, and one in a plain loop, as in many notebooks. */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { HumanMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createBidding } from "../src/graph/modes/bidding/bidding.js";
import type { BenchOptions } from "./models.js";
import { castOf, type Way, type ways } from "./ways.js";

interface Setting {
  readonly bidding?: (typeof ways)[Way] | Record<string, never>;
  readonly checkpointer?: BaseCheckpointSaver;
}

export async function runRostrum(
  model: BaseChatModel,
  participants: number,
  turns: number,
  { bidding = {}, checkpointer }: Setting = {},
): Promise<void> {
  const graph = createBidding({ model }).compile(checkpointer ? { checkpointer } : {});
  const input = { participants: castOf(participants), maxTurns: turns, seed: 1, bidding };
  await graph.invoke(input, { configurable: { thread_id: crypto.randomUUID() } });
}

/** Asks for bids one after another. The prompts contain only the speeches so far and the request. */
export async function runPlainLoop(
  model: BaseChatModel,
  participants: number,
  turns: number,
  callbacks: BaseCallbackHandler[] = [],
): Promise<void> {
  const history: string[] = [];
  // `BenchModel` reads the purpose from `request`; the streaming endpoint finds `words` in the prompt.
  const ask = async (purpose: "bid" | "speech", words: string) => {
    const options = { callbacks, request: { purpose } } as BenchOptions;
    return (await model.invoke([new HumanMessage(`${history.join("\n")}\n${words}`)], options)).text;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const bids: number[] = [];
    for (let seat = 0; seat < participants; seat += 1)
      bids.push(Number((await ask("bid", "bids now")).replace(/\D/g, "")));
    const winner = bids.indexOf(Math.max(...bids));
    history.push(`${winner}: ${await ask("speech", "speak")}`);
  }
}
