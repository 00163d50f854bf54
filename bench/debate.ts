/** The debates that are measured: Rostrum's, and the plain loop that people copy from notebooks. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { HumanMessage } from "@langchain/core/messages";
import { createBidding } from "../src/index.js";

/** A bidding debate from its start to its end. */
export async function runRostrum(model: BaseChatModel, participants: number, turns: number): Promise<void> {
  const graph = createBidding({ model }).compile();
  const cast = Array.from({ length: participants }, (_each, seat) => ({ name: `Participant ${seat + 1}` }));
  await graph.invoke({ participants: cast, maxTurns: turns, seed: 1 });
}

/** Asks one participant after another for its bid, then the winner for its speech, with the least prompt there can be. */
export async function runPlainLoop(model: BaseChatModel, participants: number, turns: number): Promise<void> {
  const history: string[] = [];
  const ask = async (request: string) =>
    (await model.invoke([new HumanMessage(`${history.join("\n")}\n${request}`)])).text;
  for (let turn = 0; turn < turns; turn += 1) {
    const bids: number[] = [];
    for (let seat = 0; seat < participants; seat += 1) bids.push(Number((await ask("bids now")).replace(/\D/g, "")));
    const winner = bids.indexOf(Math.max(...bids));
    history.push(`${winner}: ${await ask("speak")}`);
  }
}
