/** Makes the model calls of one turn with LangChain's client alone. No program that uses this client can be faster. */
import { setMaxListeners } from "node:events";
import { HumanMessage } from "@langchain/core/messages";
import type { ChatOpenAI } from "@langchain/openai";
import { now } from "./ways.js";

/** Returns a prompt that is about as long as those in the middle of a conversation. */
const promptOf = (request: string) => [new HumanMessage(`${"What was said before. ".repeat(100)}${request}`)];

async function startAnswer(model: ChatOpenAI, request: string, signal: AbortSignal) {
  const stream = await model.stream(promptOf(request), { signal });
  const pieces = stream[Symbol.asyncIterator]();
  await pieces.next();
  return async () => {
    while (!(await pieces.next()).done);
  };
}

/**
 * Requests a speech from every participant at once. When all speeches have started, cancels all but one, and waits for
 * the end of that one. Returns the milliseconds until all speeches had started.
 */
export async function singlePass(model: ChatOpenAI, participants: number): Promise<number> {
  const start = now();
  const others = new AbortController();
  const mine = new AbortController();
  setMaxListeners(0, others.signal);
  const asking = Array.from({ length: participants }, (_each, seat) =>
    startAnswer(model, "in the same answer", seat === 0 ? mine.signal : others.signal),
  );
  const [restOfMine] = await Promise.all(asking);
  const untilAllStarted = now() - start;
  others.abort();
  await restOfMine?.();
  return untilAllStarted;
}

export async function choiceAndSpeech(model: ChatOpenAI): Promise<void> {
  await model.invoke(promptOf("Who should speak next?"));
  await (await startAnswer(model, "speak", new AbortController().signal))();
}

export async function doublePass(model: ChatOpenAI, participants: number): Promise<void> {
  await Promise.all(Array.from({ length: participants }, () => model.invoke(promptOf("bids now"))));
  await (await startAnswer(model, "speak", new AbortController().signal))();
}
