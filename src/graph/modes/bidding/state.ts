import { ReducedValue } from "@langchain/langgraph";
import { z } from "zod/v4";
import type { FieldCheck } from "../../../core/field-issue.js";
import { auctionFields, checkAuction } from "../../../core/selection/bid.js";
import { rules, selectionField } from "../../../core/selection/registry.js";
import type { SettingProblem } from "../../../core/selection/rule.js";
import { commonFields } from "../../../core/state/fields.js";
import { bidders } from "../../../core/state/participant.js";
import { contexts } from "../../../core/state/run-settings.js";
import { stopConditions, stoppingField } from "../../../core/stopping/registry.js";
import type { UnspokenTurn } from "../../../records/decision.js";
import { append, collected, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import { bidsChannel } from "../../steps/floor/collect-bids.js";
import type { ModeGraph } from "../../steps/run/conversation-graph.js";

const biddingSettings = z
  .strictObject({
    ...auctionFields,
    pass: z.enum(["double", "single"]).default("double").meta({
      title: "Pass",
      description:
        "“double”: the candidates bid, and then the winner speaks, so a turn usually takes as long as two calls. “single”: one call asks a candidate for both its bid and its speech, unless the candidate has tools, or “maxConcurrency” is below the size of the cast. The losers' calls are cancelled, so a turn usually takes as long as one call.",
    }),
    speculative: z.boolean().default(false).meta({
      title: "Speculative",
      description:
        "If “pass” is “double”: whether the likeliest winner's speech may start while bids are still arriving. Rostrum discards the speech if another participant wins.",
    }),
    runnerUp: z.boolean().default(false).meta({
      title: "Runner-up",
      description:
        "Whether another candidate speaks if a speech fails. If this setting is off, a failed speech fails the run, which can be resumed if it is saved.",
    }),
  })
  .prefault({});

export interface BiddingSettings extends z.output<typeof biddingSettings> {}

/**
 * In single pass, the answer contains a bid and a speech, so it must be text and cannot come from a panel. A speech
 * that starts before the bid is known cannot use the reason for the bid.
 */
export const checkBidding: FieldCheck<{ readonly bidding: BiddingSettings }> = ({ bidding }) => {
  const isSingle = bidding.pass === "single";
  const problems: readonly (SettingProblem | false)[] = [
    ...checkAuction(bidding),
    isSingle && bidding.answer === "structured" && { setting: "answer", params: { rule: "single-is-text" } },
    isSingle && bidding.by === "panel" && { setting: "by", params: { rule: "single-is-alone" } },
    bidding.reason && (isSingle || bidding.speculative) && { setting: "reason", params: { rule: "reason-too-late" } },
  ];
  return problems.flatMap((problem) =>
    problem ? [{ path: ["bidding", problem.setting], params: problem.params }] : [],
  );
};

export const biddingFields = {
  ...commonFields,
  participants: bidders,
  bidding: biddingSettings.meta({ title: "Bidding", description: "How Rostrum asks for bids." }),
  selection: selectionField(rules, "highest-bid"),
  stopping: stoppingField(stopConditions),
};

export interface Speculation {
  /** The number of speculative speeches whose speaker won the auction. */
  readonly hits: number;
  /** The number of speculative speeches that were discarded. */
  readonly misses: number;
  /** The estimated number of tokens that the discarded speeches cost, including prompts. */
  readonly wastedTokens: number;
}

const addSpeculation = (left: Speculation, right: Speculation): Speculation => ({
  hits: left.hits + right.hits,
  misses: left.misses + right.misses,
  wastedTokens: left.wastedTokens + right.wastedTokens,
});

export const bidding = schemasOf(
  biddingFields,
  {
    bids: bidsChannel,
    unspoken: collected<UnspokenTurn>("The speakers whose speech failed.", append),
    speculation: new ReducedValue(z.custom<Speculation>().default({ hits: 0, misses: 0, wastedTokens: 0 }), {
      inputSchema: z.custom<Speculation>(),
      reducer: addSpeculation,
      jsonSchemaExtra: { type: "object", description: "Speeches that started during auctions." },
    }),
  },
  contexts.bidding,
);
export interface BiddingConversation extends StateOf<typeof bidding> {}
export interface BiddingUpdate extends UpdateOf<typeof bidding> {}
export interface BiddingBuilder extends ModeGraph<typeof bidding, BiddingConversation, BiddingUpdate> {}
