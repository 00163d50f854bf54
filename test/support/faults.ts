/** Runs debates against a model server that sometimes fails. Resumes each debate until it ends, at most 20 times. */
import { MemorySaver } from "@langchain/langgraph";
import { draw, pick } from "../../src/base/chance.js";
import { RostrumError } from "../../src/errors/rostrum-error.js";
import { castOf, compileBidding } from "./conversation.js";
import { type FaultKind, faultKinds, type ServedCall, startModelServer } from "./model-server.js";

export interface FaultPlan {
  readonly debates: number;
  readonly turns: number;
  /** The share of calls that fail, 0 to 1. */
  readonly share: number;
  readonly atOnce: number;
  readonly seed: number;
}

export interface FaultResult {
  readonly calls: number;
  readonly retries: number;
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly failedBids: number;
  readonly ended: number;
  /** The number of debates that ended only after they were resumed. */
  readonly resumed: number;
  /** The number of debates that did not end as planned, or that have a missing or duplicate message. */
  readonly lost: number;
}

const names = ["Ann", "Bea", "Cid"];
const mostResumptions = 20;

const answer = ({ purpose, participant }: ServedCall) =>
  purpose === "bid" ? `<${1 + (participant.charCodeAt(0) % 3)}>` : `${participant} has something to say about it.`;

export async function debateWithFaults({ debates, turns, share, atOnce, seed }: FaultPlan): Promise<FaultResult> {
  let calls = 0;
  const faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const faultOf = () => {
    calls += 1;
    if (draw({ seed, turn: calls, purpose: "rule", salt: "whether" }) >= share) return undefined;
    const kind = pick(faultKinds, draw({ seed, turn: calls, purpose: "rule", salt: "which" }));
    faults[kind] += 1;
    return kind;
  };
  const server = await startModelServer(answer, { delayMs: 5, faultOf });
  let [ended, resumed, lost, retries, failedBids] = [0, 0, 0, 0, 0];

  async function debate(number: number): Promise<void> {
    const graph = compileBidding({ model: "openai:gpt-4.1-mini" });
    graph.checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: `debate-${number}` }, context: { timeoutMs: 1000 } };
    const input = { topic: "Tea?", participants: castOf(...names), maxTurns: turns, seed: number };
    let stops = 0;
    let state = await graph.invoke(input, config).catch((error: unknown) => error);
    while (RostrumError.isInstance(state) && stops < mostResumptions) {
      stops += 1;
      state = await graph.invoke(null, config).catch((error: unknown) => error);
    }
    const { values } = await graph.getState(config);
    const ids = (values.messages as { id: string }[]).map(({ id }) => id);
    const isWhole =
      !(state instanceof Error) &&
      values.stopReason?.kind === "turns" &&
      values.decisions.length === turns &&
      ids.length === turns + 1 &&
      new Set(ids).size === ids.length;
    if (!isWhole) lost += 1;
    else if (stops === 0) ended += 1;
    else resumed += 1;
    for (const { bids } of values.decisions) for (const bid of bids) if (bid.outcome === "failed") failedBids += 1;
    const questions = turns * (names.length + 1);
    retries += values.usage.reduce((sum: number, row: { calls: number }) => sum + row.calls, 0) - questions;
  }

  try {
    const waiting = Array.from({ length: debates }, (_, index) => index + 1);
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await debate(next);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    await server.stop();
  }
  return { calls, retries, faults, failedBids, ended, resumed, lost };
}
