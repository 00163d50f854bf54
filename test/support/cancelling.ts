/** Runs that are cancelled in the middle of a call, and what the endpoint sees of it. */
import type { Purpose } from "../../src/records/request.js";
import { compileMode, inputFor, type Mode } from "./any-mode.js";
import { TimerWatch } from "./left-behind.js";
import type { RequestMetadata } from "./openai-request.js";
import { plainAnswer } from "./plain-answers.js";
import { type EndpointReply, startWatchedEndpoint } from "./watched-endpoint.js";

export interface Cancellation {
  /** What is in the middle of its work. */
  readonly name: string;
  readonly mode: Mode;
  /** The calls that never get their whole answer. */
  readonly held: Purpose;
  /** How many of them there are when the run is cancelled. */
  readonly inFlight: number;
  /** Whose call is refused, and waits to be made again. */
  readonly refused?: string;
  readonly input?: object;
  readonly context?: object;
}

const deadline = { bidding: { deadlineMs: 60_000 } };
const structured = { bidding: { answer: "structured" } };

/** Every kind of call of every mode. */
export const cancellations: readonly Cancellation[] = [
  { name: "the bids of an auction", mode: "bidding", held: "bid", inFlight: 4 },
  { name: "structured bids", mode: "bidding", held: "bid", inFlight: 4, input: structured },
  { name: "bids with a deadline", mode: "bidding", held: "bid", inFlight: 4, input: deadline },
  { name: "bids, two at a time", mode: "bidding", held: "bid", inFlight: 2, context: { maxConcurrency: 2 } },
  { name: "a bidder's speech", mode: "bidding", held: "speech", inFlight: 1 },
  { name: "a call between two tries", mode: "bidding", held: "bid", inFlight: 3, refused: "Ann" },
  { name: "the director's reflection", mode: "director", held: "reflect", inFlight: 1 },
  { name: "the director's choice", mode: "director", held: "choose-speaker", inFlight: 1 },
  { name: "the director's question", mode: "director", held: "prompt-speaker", inFlight: 1 },
  { name: "a speech in the director's talk", mode: "director", held: "speech", inFlight: 1 },
  { name: "a speech in a meeting", mode: "group-chat", held: "speech", inFlight: 1 },
  { name: "the judging of a round", mode: "group-chat", held: "judge-round", inFlight: 1 },
  { name: "a meeting's decision", mode: "group-chat", held: "decide", inFlight: 1 },
  { name: "a speech in turn", mode: "round-robin", held: "speech", inFlight: 1 },
  {
    name: "the making of the cast",
    mode: "round-robin",
    held: "describe-participant",
    inFlight: 4,
    input: { prepare: true },
  },
  { name: "the supervisor's plan", mode: "supervisor", held: "plan", inFlight: 1 },
  { name: "the workers' tasks", mode: "supervisor", held: "execute", inFlight: 3 },
  { name: "the supervisor's summary", mode: "supervisor", held: "sum-up", inFlight: 1 },
];

/** How a run is ended by its caller: by the signal it was given, or by leaving its stream. */
export const ways = ["invoke", "stream", "leave"] as const;
export type Way = (typeof ways)[number];

export interface CancelResult {
  /** Milliseconds from the cancellation until each connection in flight was closed, seen at the endpoint. */
  readonly closedAfter: readonly number[];
  /** Milliseconds until the caller's run ended. */
  readonly endedAfter: number;
  readonly error: unknown;
  /** Calls that came after the cancellation. */
  readonly later: number;
  /** Timers that the run's end left, the most there were. */
  readonly timers: number;
}

export interface CancelRules {
  /** How long a refused call waits. */
  readonly retryAfterMs: number;
  /** How long to look out for it after the cancellation. */
  readonly lookOutMs: number;
}

/** Three tasks that do not need each other. */
const plan = JSON.stringify({ tasks: [1, 2, 3].map((worker) => ({ worker, task: `Task ${worker}.`, after: [] })) });

/** What is on its way on loopback has come by then. */
const settleMs = 20;

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

/** Begins a run, cancels it once the calls are in flight, and waits for what comes of that. */
export async function cancelInTheMiddle(
  { mode, held, inFlight, refused, input = {}, context = {} }: Cancellation,
  way: Way,
  { retryAfterMs, lookOutMs }: CancelRules,
): Promise<CancelResult> {
  const reply = (call: RequestMetadata): EndpointReply => {
    if (call.purpose === held) return call.participant === refused ? { retryAfterMs } : "HELD";
    if (call.purpose === "plan") return plan;
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
        // The first of them comes at once: without one, nobody has a stream to leave.
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
    // The refusal and the beginnings of speeches are on their way; with this they have arrived.
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
