/** The calls of a turn by LangChain's client alone, without anybody who decides about anything: what they take, nobody can save. */
import { setMaxListeners } from "node:events";
import { HumanMessage } from "@langchain/core/messages";
import type { ChatOpenAI } from "@langchain/openai";
import { now } from "./ways.js";

/** About as long as a prompt is in a debate that has begun. */
const promptOf = (request: string) => [new HumanMessage(`${"What was said before. ".repeat(100)}${request}`)];

async function hear(model: ChatOpenAI, request: string, signal: AbortSignal) {
  const stream = await model.stream(promptOf(request), { signal });
  const pieces = stream[Symbol.asyncIterator]();
  await pieces.next();
  return async () => {
    while (!(await pieces.next()).done);
  };
}

/** Begins a speech for each participant, and hears one of them to its end. Returns the milliseconds until all had begun. */
export async function singlePass(model: ChatOpenAI, participants: number): Promise<number> {
  const start = now();
  const others = new AbortController();
  const mine = new AbortController();
  setMaxListeners(0, others.signal);
  const asking = Array.from({ length: participants }, (_each, seat) =>
    hear(model, "says at once", seat === 0 ? mine.signal : others.signal),
  );
  const [restOfMine] = await Promise.all(asking);
  const begun = now() - start;
  others.abort();
  await restOfMine?.();
  return begun;
}

/** Asks each participant for a bid, then one for its speech. */
export async function doublePass(model: ChatOpenAI, participants: number): Promise<void> {
  await Promise.all(Array.from({ length: participants }, () => model.invoke(promptOf("bids now"))));
  await (await hear(model, "speak", new AbortController().signal))();
}
