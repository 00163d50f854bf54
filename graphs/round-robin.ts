/** The round-robin mode as LangGraph Studio and the LangGraph server load it. */
import { createRoundRobin } from "../src/modes/round-robin/round-robin.js";

export const graph = createRoundRobin().compile({
  name: "round-robin",
  description: "They speak in order, again and again; one may lead and speak between all the others.",
});
