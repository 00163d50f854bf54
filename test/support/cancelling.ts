/** Cancels a run in the middle of a model call, and measures how quickly the run and its calls end. */
import type { Purpose } from "../../src/records/request.js";
import { compileMode, inputFor, type Mode } from "./any-mode.js";
import { TimerWatch } from "./left-behind.js";
import type { RequestMetadata } from "./openai-request.js";
import { plainAnswer } from "./plain-answers.js";
import { type EndpointReply, startWatchedEndpoint } from "./watched-endpoint.js";

export interface Cancellation {
  readonly name: string;
  readonly mode: Mode;
  /** The purpose of the calls that never receive a complete answer. */
  readonly held: Purpose;
  /** The number of held calls when the run is cancelled. */
  readonly inFlight: number;
  readonly refused?: string;
  readonly input?: object;
  readonly context?: object;
}

const deadline = { bidding: { deadlineMs: 60_000 } };
const structured = { bidding: { answer: "structured" } };

export const cancellations: readonly Cancellation[] = [
  { name: "the bids of an auction", mode: "bidding", held: "bid", inFlight: 4 },
  { name: "structured bids", mode: "bidding", held: "bid", inFlight: 4, input: structured },
  { name: "bids with a deadline", mode: "bidding", held: "bid", inFlight: 4, input: deadline },
  { name: "bids, two at a time", mode: "bidding", held: "bid", inFlight: 2, context: { maxConcurrency: 2 } },
  { name: "a bidder's speech", mode: "bidding", held: "speech", inFlight: 1 },
  { name: "a call that waits for its retry", mode: "bidding", held: "bid", inFlight: 3, refused: "Ann" },
  { name: "the director's reflection", mode: "director", held: "reflect", inFlight: 1 },
  { name: "the director's choice", mode: "director", held: "choose-speaker", inFlight: 1 },
  { name: "the director's question", mode: "director", held: "prompt-speaker", inFlight: 1 },
  { name: "a speech in a director conversation", mode: "director", held: "speech", inFlight: 1 },
  { name: "a speech in a meeting", mode: "group-chat", held: "speech", inFlight: 1 },
  { name: "the judgement of a round", mode: "group-chat", held: "judge-round", inFlight: 1 },
  { name: "a meeting's decision", mode: "group-chat", held: "decide", inFlight: 1 },
  { name: "a speech in a round-robin conversation", mode: "round-robin", held: "speech", inFlight: 1 },
  {
    name: "the preparation of the cast",
    mode: "round-robin",
    held: "describe-participant",
    inFlight: 4,
    input: { prepare: true },
  },
  { name: "the supervisor's plan", mode: "supervisor", held: "plan", inFlight: 1 },
  { name: "the workers' tasks", mode: "supervisor", held: "execute", inFlight: 3 },
  { name: "the supervisor's summary", mode: "supervisor", held: "sum-up", inFlight: 1 },
];

/** `invoke` and `stream` abort the run's signal; `leave` cancels the run's stream. */
export const ways = ["invoke", "stream", "leave"] as const;
export type Way = (typeof ways)[number];

export interface CancelResult {
  /** When each held call's connection closed, in milliseconds after the cancellation. */
  readonly closedAfter: readonly number[];
  /** When the run ended, in milliseconds after the cancellation. */
  readonly endedAfter: number;
  readonly error: unknown;
  readonly later: number;
  /** The largest number of active timers after the end of the run. */
  readonly timers: number;
}

export interface CancelRules {
  readonly retryAfterMs: number;
  /** How long to check, after the run has ended, that the refused call is not retried. */
  readonly lookOutMs: number;
}

export const parallelPlan = JSON.stringify({
  tasks: [1, 2, 3].map((worker) => ({ worker, task: `Task ${worker}.`, after: [] })),
});

const settleMs = 20;

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

export async function cancelInTheMiddle(
  { mode, held, inFlight, refused, input = {}, context = {} }: Cancellation,
  way: Way,
  { retryAfterMs, lookOutMs }: CancelRules,
): Promise<CancelResult> {
  const reply = (call: RequestMetadata): EndpointReply => {
    if (call.purpose === held) return call.participant === refused ? { retryAfterMs } : "HELD";
    if (call.purpose === "plan") return parallelPlan;
    return String(plainAnswer(call));
  };
  const watch = new TimerWatch();
  const endpoint = await startWatchedEndpoint(reply);
  try {
    const graph = compileMode(mode, { model: "openai:watched" });
    const controller = new AbortController();
    const options = { signal: controller.signal, context: { timeoutMs: 600_000, ...context } };
    let leave = () => {};
    const hasLeft = new Promise<void>((left) => {
      leave = left;
    });
    const run = async () => {
      if (way === "invoke") return void (await graph.invoke(inputFor(mode, input), options));
      const stream = await graph.stream(inputFor(mode, input), {
        ...options,
        // The `values` mode emits immediately, so the caller has a stream to cancel.
        streamMode: ["values", "custom"],
      });
      const reader = stream[Symbol.asyncIterator]();
      const reading = (async () => {
        for (let next = await reader.next(); !next.done; next = await reader.next());
      })();
      if (way === "stream") return reading;
      reading.catch(() => {});
      await hasLeft;
      await stream.cancel("left");
    };
    const running = watch.during(run).then(
      () => undefined,
      (error: unknown) => error,
    );
    await endpoint.until({ held: inFlight, all: inFlight + (refused ? 1 : 0) });
    // Gives the refusal and the first pieces of speeches time to arrive.
    await pause(settleMs);
    const callsBefore = endpoint.calls.length;
    const start = performance.now();
    if (way === "leave") leave();
    else controller.abort();
    const closings = endpoint.calls.filter(({ isHeld }) => isHeld).map(({ hungUp }) => hungUp);
    const error = await running;
    const endedAfter = performance.now() - start;
    const closedAfter = (await Promise.all(closings)).map((closed) => closed - start);
    const timers = await watch.left();
    await pause(refused ? lookOutMs : settleMs);
    return {
      closedAfter,
      endedAfter,
      error,
      later: endpoint.calls.length - callsBefore,
      timers: Math.max(timers, await watch.left()),
    };
  } finally {
    watch.stop();
    await endpoint.stop();
  }
}
