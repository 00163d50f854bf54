/** The round-robin mode's graph for LangGraph Studio and the LangGraph server. */
import { createRoundRobin } from "../src/modes/round-robin/round-robin.js";

export const graph = createRoundRobin({ ui: true }).compile({ name: "round-robin" });
