/** The ways of running a bidding conversation with Rostrum. */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { RostrumEvent } from "../src/core/state/events.js";
import { createBidding } from "../src/graph/modes/bidding/bidding.js";

export const ways = {
  "double pass": { pass: "double" },
  "double pass with speculation": { pass: "double", speculative: true },
  "single pass": { pass: "single" },
} as const;
export type Way = keyof typeof ways;

export const castOf = (participants: number) =>
  Array.from({ length: participants }, (_each, seat) => ({ name: `Participant ${seat + 1}` }));

type Graph = ReturnType<ReturnType<typeof createBidding>["compile"]>;
type Input = Exclude<Parameters<Graph["invoke"]>[0], null>;

export interface Talk {
  /** Each speech, preceded by its speaker's name. */
  readonly lines: readonly string[];
  /** The milliseconds from the start of each turn to its first word. */
  readonly toFirstWord: readonly number[];
  readonly calls: number;
  readonly tokens: number;
}

/** Milliseconds since 1970, with fractions, so that processes on the same machine can compare them. */
export const now = () => performance.timeOrigin + performance.now();

/** Runs and measures a bidding conversation. The measured times include the time that `watching` callbacks take. */
export async function hold(
  model: Parameters<typeof createBidding>[0],
  input: Input,
  watching: BaseCallbackHandler[] = [],
): Promise<Talk> {
  const graph = createBidding(model).compile();
  const lines: string[] = [];
  const toFirstWord: number[] = [];
  let turnBegan = now();
  let isFirst = true;
  let calls = 0;
  let tokens = 0;
  const stream = await graph.stream(input, { streamMode: ["custom", "values"], callbacks: watching });
  for await (const [kind, data] of stream) {
    if (kind === "values") {
      const rows = (data as Awaited<ReturnType<Graph["invoke"]>>).usage;
      calls = rows.reduce((sum, row) => sum + row.calls, 0);
      tokens = rows.reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0);
      continue;
    }
    const event = data as RostrumEvent;
    if (event.type === "opening") turnBegan = now();
    if (event.type === "speech-delta" && isFirst) {
      toFirstWord.push(now() - turnBegan);
      isFirst = false;
    }
    if (event.type === "speech-end") {
      lines.push(`${event.speaker}: ${event.text}`);
      turnBegan = now();
      isFirst = true;
    }
  }
  return { lines, toFirstWord, calls, tokens };
}
