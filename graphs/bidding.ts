/** The bidding mode's graph for LangGraph Studio and the LangGraph server. */
import { createBidding } from "../src/modes/bidding/bidding.js";

export const graph = createBidding({ ui: true }).compile({ name: "bidding" });
