/** The bidding mode's graph for LangGraph Studio and the LangGraph server. */
import { createBidding } from "../src/graph/modes/bidding/bidding.js";
import type { BiddingBuilder } from "../src/graph/modes/bidding/state.js";

export const graph: ReturnType<BiddingBuilder["compile"]> = createBidding({ ui: true }).compile({ name: "bidding" });
