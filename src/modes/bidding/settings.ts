/** The input fields of the bidding mode. */
import { z } from "zod";
import { repeat } from "../../selection/repeat.js";
import { commonFields } from "../../state/common-settings.js";
import type { FieldCheck } from "../../state/field-check.js";
import { bidders } from "../../state/participant-settings.js";
import type { BiddingSettings, SelectionSettings } from "../../state/settings.js";
import { stoppingWithBids } from "../../stopping/settings.js";

const scale = z
  .strictObject({
    min: z.int().min(0).max(1000).default(1).meta({ title: "Lowest bid", description: "An integer." }),
    max: z.int().min(1).max(1000).default(10).meta({ title: "Highest bid", description: "An integer." }),
  })
  .refine(({ min, max }) => min < max, { path: ["max"], params: { rule: "scale-order" } })
  .prefault({});

/** How bids are asked for, wherever they are. */
const asking = {
  criterion: z.string().trim().min(1).max(1000).default("contradiction").meta({
    title: "Criterion",
    description:
      "What a bid measures. “contradiction”: how far the latest message goes against the bidder's ideas. “urge”: how much it needs to speak now. Anything else is put to the bidder as you write it.",
  }),
  scale: scale.meta({ title: "Scale", description: "The lowest and the highest bid." }),
  answer: z.enum(["tag", "structured"]).default("tag").meta({
    title: "Answer format",
    description: "“tag” asks for <7> in text; “structured” uses the provider's structured output.",
  }),
  deadlineMs: z.int().min(10).max(3_600_000).optional().meta({
    title: "Deadline",
    description:
      "Milliseconds after which bids that are not in count as late, once there is one to go by. Default: all are waited for.",
  }),
  attempts: z.int().min(1).max(5).default(2).meta({
    title: "Attempts",
    description: "How often a participant is asked for one bid before it counts as unreadable (0).",
  }),
};

/** The bids of a meeting's stage: in a round everybody has one turn, and nobody takes another's. */
export const stageBidding = z.strictObject(asking).prefault({}) satisfies z.ZodType<BiddingSettings, unknown>;

const bidding = z
  .strictObject({
    ...asking,
    pass: z.enum(["double", "single"]).default("double").meta({
      title: "Pass",
      description:
        "“double”: bids first, then the winner's speech: two calls' time. “single”: everybody is asked for bid and speech in one call, and the others are cut off once the winner is known: one call's time.",
    }),
    speculative: z.boolean().default(false).meta({
      title: "Head start",
      description:
        "In double pass: whether the likeliest winner's speech is begun while bids come in. It is thrown away where somebody else wins; the conversation is the same.",
    }),
    runnerUp: z.boolean().default(false).meta({
      title: "Runner-up",
      description:
        "Whether the next best bidder speaks where the winner's speech fails. Else the run stops, resumably.",
    }),
  })
  .prefault({}) satisfies z.ZodType<BiddingSettings, unknown>;

const selection = z
  .strictObject({
    repeat,
    aging: z.number().min(0).max(1000).default(0).meta({
      title: "Aging",
      description: "Points added to a bid for every turn its owner has waited.",
    }),
    centre: z.int().min(0).max(100).default(0).meta({
      title: "Centre",
      description:
        "Counts a bid against the mean of its owner's last bids, so that shouting the highest number every time wins nothing: over how many bids; 0 turns it off.",
    }),
    addressed: z.boolean().default(false).meta({
      title: "Addressed",
      description:
        "Who is asked a direct question by name gets the floor without an auction; two participants at most twice running between them.",
    }),
    mentionPoints: z.number().min(0).max(1000).default(1).meta({
      title: "Mention points",
      description: "With “addressed”: points added to the bid of whoever the latest message names in passing.",
    }),
  })
  .prefault({}) satisfies z.ZodType<SelectionSettings, unknown>;

/** One answer in single pass is a bid and a speech: text, which no form holds. */
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
  selection: selection.meta({ title: "Selection", description: "How bids become a speaker." }),
  stopping: stoppingWithBids,
};
