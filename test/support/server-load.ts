/**
 * Runs many conversations at once on one server, with a slow model. The topic and the participants' names contain the
 * number of their conversation, so tests can detect texts from another conversation.
 */
import { Client } from "@langchain/langgraph-sdk";
import { startDevServer } from "./dev-server.js";
import type { Values } from "./driving.js";
import { servedAnswer } from "./hashed-answers.js";
import { type ServedCall, startModelServer } from "./model-server.js";

export interface LoadPlan {
  /** Together with `timesAlone`, at most 899, because numbers have three digits. */
  readonly conversations: number;
  readonly turns: number;
  readonly callMs: number;
  readonly workers: number;
  /** How many conversations run alone first. Their median time serves as the baseline. Must be odd. */
  readonly timesAlone: number;
}

export interface LoadResult extends LoadPlan {
  readonly ended: number;
  readonly faults: readonly string[];
  readonly calls: number;
  readonly perSecond: number;
  readonly perSecondAlone: number;
  readonly ratio: number;
}

const castNames = ["Ada", "Bo", "Chen"];
/** Starts at 100, because `numbersIn` recognizes only numbers with three digits. */
const firstNumber = 100;

const inputOf = (number: number, turns: number) => ({
  topic: `Should harbour${number} have a ferry of its own?`,
  participants: castNames.map((name) => ({ name: `${name}${number}` })),
  maxTurns: turns,
  seed: number,
});

const numbersIn = (text: string) => [
  ...new Set([...text.matchAll(/(?:Ada|Bo|Chen|harbour)(\d{3})/g)].map(([, number]) => Number(number))),
];

const isOnly = (numbers: readonly number[], number: number) => numbers.length === 1 && numbers[0] === number;

function faultsOf(number: number, turns: number, { messages, decisions, stopReason }: Values): string[] {
  const faults: string[] = [];
  const say = (fault: string) => faults.push(`conversation ${number}: ${fault}`);
  const cast = castNames.map((name) => `${name}${number}`);
  if (JSON.stringify(stopReason) !== JSON.stringify({ kind: "turns", turn: turns, limit: turns }))
    say(`ended with ${JSON.stringify(stopReason)}`);
  if (messages.length !== turns + 1 || decisions.length !== turns)
    say(`has ${messages.length} messages and ${decisions.length} decisions`);
  for (const { name = "" } of messages.slice(1)) if (!cast.includes(name)) say(`“${name}” speaks`);
  if (!isOnly(numbersIn(JSON.stringify([messages, decisions])), number)) say("contains parts of another conversation");
  return faults;
}

function faultsOfCalls(calls: readonly ServedCall[], numbers: readonly number[], turns: number): string[] {
  const asked = new Map(numbers.map((number) => [number, 0]));
  const faults: string[] = [];
  for (const { participant, body } of calls) {
    const [number = 0, ...others] = numbersIn(JSON.stringify(body.messages));
    if (others.length > 0 || !participant.endsWith(String(number)))
      faults.push(`a prompt for “${participant}” speaks of ${[number, ...others].join(" and ")}`);
    asked.set(number, (asked.get(number) ?? 0) + 1);
  }
  const wanted = turns * (castNames.length + 1);
  for (const [number, count] of asked)
    if (count !== wanted) faults.push(`conversation ${number}: ${count} calls in place of ${wanted}`);
  return faults;
}

const median = (figures: readonly number[]) =>
  [...figures].sort((left, right) => left - right)[Math.floor(figures.length / 2)] ?? Number.NaN;

export async function loadServer(plan: LoadPlan): Promise<LoadResult> {
  const { conversations, turns, callMs, workers, timesAlone } = plan;
  const model = await startModelServer(servedAnswer, { delayMs: callMs });
  const server = await startDevServer({}, undefined, workers).catch(async (error: unknown) => {
    await model.stop();
    throw error;
  });
  // The SDK allows four simultaneous requests by default.
  const client = new Client({
    apiUrl: server.url,
    apiKey: null,
    callerOptions: { maxConcurrency: conversations, maxRetries: 0 },
  });
  const faults: string[] = [];
  let ended = 0;

  async function hold(number: number): Promise<void> {
    const { thread_id } = await client.threads.create();
    await client.runs.wait(thread_id, "bidding", { input: inputOf(number, turns) });
    const { values } = await client.threads.getState<Values>(thread_id);
    const found = faultsOf(number, turns, values);
    faults.push(...found);
    if (found.length === 0) ended += 1;
  }

  async function timed(numbers: readonly number[]): Promise<number> {
    const start = performance.now();
    for (const { reason, status } of (await Promise.allSettled(numbers.map(hold))) as PromiseRejectedResult[])
      if (status === "rejected") faults.push(String(reason));
    return (performance.now() - start) / 1000;
  }

  try {
    // The first conversation loads the server's modules, so its time does not count.
    await timed([firstNumber]);
    const alone: number[] = [];
    for (let time = 1; time <= timesAlone; time += 1) alone.push(await timed([firstNumber + time]));
    ended = 0;
    const together = Array.from({ length: conversations }, (_each, index) => firstNumber + timesAlone + 1 + index);
    const seconds = await timed(together);
    const numbers = Array.from({ length: timesAlone + 1 + conversations }, (_each, index) => firstNumber + index);
    faults.push(...faultsOfCalls(model.calls, numbers, turns));
    const perSecond = conversations / seconds;
    const perSecondAlone = 1 / median(alone);
    return {
      ...plan,
      ended,
      faults,
      calls: model.calls.length,
      perSecond,
      perSecondAlone,
      ratio: perSecond / perSecondAlone,
    };
  } finally {
    await server.stop();
    await model.stop();
  }
}
