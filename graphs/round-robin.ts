/** The round-robin mode's graph for LangGraph Studio and the LangGraph server. */
import { createRoundRobin, type RoundRobinBuilder } from "../src/graph/modes/round-robin/round-robin.js";

export const graph: ReturnType<RoundRobinBuilder["compile"]> = createRoundRobin({ ui: true }).compile({
  name: "round-robin",
});
