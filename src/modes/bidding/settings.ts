/** The input fields of the bidding mode. */
import { z } from "zod";
import { auctionFields } from "../../selection/bid.js";
import { rules, selectionField } from "../../selection/registry.js";
import { commonFields } from "../../state/fields.js";
import { bidders } from "../../state/participant.js";
import type { FieldCheck } from "../../state/problems.js";
import { stopConditions, stoppingField } from "../../stopping/registry.js";

const bidding = z
  .strictObject({
    ...auctionFields,
    pass: z.enum(["double", "single"]).default("double").meta({
      title: "Pass",
      description:
        "“double”: bids first, then the winner's speech; a turn takes two calls' time. “single”: one call per candidate for bid and speech, of which all but the winner's are aborted; a turn takes one call's time.",
    }),
    speculative: z.boolean().default(false).meta({
      title: "Speculative",
      description:
        "In double pass: whether the likeliest winner's speech starts while bids arrive. It is discarded if another participant wins; the conversation is the same.",
    }),
    runnerUp: z.boolean().default(false).meta({
      title: "Runner-up",
      description:
        "Whether the next best bidder speaks if the winner's speech fails. Otherwise the run stops and can be resumed.",
    }),
  })
  .prefault({});

/** How bids and speeches are asked for. */
export interface BiddingSettings extends z.output<typeof bidding> {}

/** One answer in single pass is a bid and a speech: text, which structured output cannot hold. */
export const checkBidding: FieldCheck = (input) => {
  const { pass, answer } = (input as { bidding: BiddingSettings }).bidding;
  return pass === "single" && answer === "structured"
    ? [{ path: ["bidding", "answer"], params: { rule: "single-is-text" } }]
    : [];
};

export const biddingFields = {
  ...commonFields,
  participants: bidders,
  bidding: bidding.meta({ title: "Bidding", description: "How bids are asked for." }),
  selection: selectionField(rules, "highest-bid"),
  stopping: stoppingField(stopConditions),
};
