/** LangGraph alone: a graph of the bidding mode's shape whose nodes do nothing but call the model. What it takes, nobody can save. */
import { setMaxListeners } from "node:events";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
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

const State = Annotation.Root({
  turn: Annotation<number>,
  bids: Annotation<string[]>({ reducer: (_old, bids) => bids, default: () => [] }),
});

interface Surroundings {
  /** The caller's. Default: none. */
  readonly cancelled?: AbortSignal | undefined;
  /** Default: none. */
  readonly checkpointer?: BaseCheckpointSaver;
}

export async function runBareGraph(
  model: BaseChatModel,
  participants: number,
  turns: number,
  { cancelled, checkpointer }: Surroundings = {},
): Promise<void> {
  const seats = Array.from({ length: participants }, (_each, seat) => seat);
  const openAuction = () => seats.map((seat) => new Send("bid-collection", { seat }));
  const say = async (request: string) => (await model.invoke([new HumanMessage(request)])).text;
  const graph = new StateGraph(State)
    .addNode("set-scene", async () => ({ turn: 0 }))
    .addNode("bid-collection", async (_task: unknown, { signal }: LangGraphRunnableConfig) => {
      if (signal) setMaxListeners(0, signal);
      return { bids: [await say("bids now")] };
    })
    .addNode("choose-speaker", async () => ({}))
    .addNode("speak", async ({ turn }) => {
      await say("speak");
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
