/** The bidding mode as LangGraph Studio and the LangGraph server load it. */
import { createBidding } from "../src/modes/bidding/bidding.js";

export const graph = createBidding().compile({
  name: "bidding",
  description: "Every participant bids for the floor; the highest bid speaks, ties are drawn at random.",
});
