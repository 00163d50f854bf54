/**
 * The baseline: a plain LangGraph graph with the nodes of a bidding conversation and one task per bidder. The nodes
 * only call the model and count turns.
 */
import { setMaxListeners } from "node:events";
import { HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  type BaseCheckpointSaver,
  END,
  type LangGraphRunnableConfig,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { BenchModel } from "./models.js";

const State = Annotation.Root({
  turn: Annotation<number>,
  bids: Annotation<string[]>({ reducer: (_old, bids) => bids, default: () => [] }),
});

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly checkpointer?: BaseCheckpointSaver;
}

export async function runBareGraph(
  model: BenchModel,
  participants: number,
  turns: number,
  { signal: cancelled, checkpointer }: RunOptions = {},
): Promise<void> {
  const seats = Array.from({ length: participants }, (_each, seat) => seat);
  const openAuction = () => seats.map((seat) => new Send("bid-collection", { seat }));
  const ask = async (purpose: "bid" | "speech") =>
    (await model.invoke([new HumanMessage(purpose)], { request: { purpose } })).text;
  const graph = new StateGraph(State)
    .addNode("set-scene", async () => ({ turn: 0 }))
    .addNode("bid-collection", async (_task: unknown, { signal }: LangGraphRunnableConfig) => {
      if (signal) setMaxListeners(0, signal);
      return { bids: [await ask("bid")] };
    })
    .addNode("choose-speaker", async () => ({}))
    .addNode("speak", async ({ turn }) => {
      await ask("speech");
      return { turn: turn + 1 };
    })
    .addNode("stop-check", async () => ({}))
    .addEdge(START, "set-scene")
    .addConditionalEdges("set-scene", openAuction, ["bid-collection"])
    .addEdge("bid-collection", "choose-speaker")
    .addEdge("choose-speaker", "speak")
    .addEdge("speak", "stop-check")
    .addConditionalEdges("stop-check", ({ turn }) => (turn >= turns ? END : openAuction()), ["bid-collection", END]);
  const configurable = { thread_id: crypto.randomUUID() };
  const options = { recursionLimit: turns * 5, configurable, ...(cancelled && { signal: cancelled }) };
  await graph.compile(checkpointer ? { checkpointer } : {}).invoke({}, options);
}
