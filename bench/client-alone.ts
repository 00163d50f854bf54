/** Makes a turn's calls with LangChain's client alone. Their duration is the minimum for any program that uses it. */
import { setMaxListeners } from "node:events";
import { HumanMessage } from "@langchain/core/messages";
import type { ChatOpenAI } from "@langchain/openai";
import { now } from "./ways.js";

/** Returns a prompt about as long as one in the middle of a debate. */
const promptOf = (request: string) => [new HumanMessage(`${"What was said before. ".repeat(100)}${request}`)];

/** Waits for the first piece of an answer. Returns a function that reads the rest. */
async function startAnswer(model: ChatOpenAI, request: string, signal: AbortSignal) {
  const stream = await model.stream(promptOf(request), { signal });
  const pieces = stream[Symbol.asyncIterator]();
  await pieces.next();
  return async () => {
    while (!(await pieces.next()).done);
  };
}

/** Starts a speech for each participant and reads one to its end. Returns the milliseconds until all have started. */
export async function singlePass(model: ChatOpenAI, participants: number): Promise<number> {
  const start = now();
  const others = new AbortController();
  const mine = new AbortController();
  setMaxListeners(0, others.signal);
  const asking = Array.from({ length: participants }, (_each, seat) =>
    startAnswer(model, "says at once", seat === 0 ? mine.signal : others.signal),
  );
  const [restOfMine] = await Promise.all(asking);
  const untilAllStarted = now() - start;
  others.abort();
  await restOfMine?.();
  return untilAllStarted;
}

/** Asks each participant for a bid, then one for its speech. */
export async function doublePass(model: ChatOpenAI, participants: number): Promise<void> {
  await Promise.all(Array.from({ length: participants }, () => model.invoke(promptOf("bids now"))));
  await (await startAnswer(model, "speak", new AbortController().signal))();
}
