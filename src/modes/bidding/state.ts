/** The state of the bidding mode. */
import type { StateGraph } from "@langchain/langgraph";
import { ReducedValue } from "@langchain/langgraph";
import { z } from "zod";
import type { UnspokenTurn } from "../../selection/decision.js";
import { append, collected, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import { contexts } from "../../state/run-settings.js";
import type { StepName } from "../../state/step-names.js";
import { bidsChannel } from "../../steps/bids-channel.js";
import type { RunSettingsDefinition } from "../../steps/conversation-graph.js";
import { biddingFields } from "./settings.js";

/** What became of the speeches that started while bids came in. */
export interface Speculation {
  /** Their speaker won, and the speech was used. */
  readonly hits: number;
  readonly misses: number;
  /** Tokens of the misses, prompts included; estimated, since the calls were cut off. */
  readonly wastedTokens: number;
}

const noSpeculation: Speculation = { hits: 0, misses: 0, wastedTokens: 0 };

const addSpeculation = (left: Speculation, right: Speculation): Speculation => ({
  hits: left.hits + right.hits,
  misses: left.misses + right.misses,
  wastedTokens: left.wastedTokens + right.wastedTokens,
});

export const bidding = schemasOf(
  biddingFields,
  {
    bids: bidsChannel,
    unspoken: collected<UnspokenTurn>("Who had the floor and could not speak.", append),
    speculation: new ReducedValue(
      z.custom<Speculation>().default(() => noSpeculation),
      {
        inputSchema: z.custom<Speculation>(),
        reducer: addSpeculation,
        jsonSchemaExtra: {
          type: "object",
          description: "Speeches that were begun while bids came in, and what came of it.",
        },
      },
    ),
  },
  contexts.bidding,
);
export interface BiddingConversation extends StateOf<typeof bidding> {}
export interface BiddingUpdate extends UpdateOf<typeof bidding> {}

/** The uncompiled graph of the mode. */
export interface BiddingBuilder
  extends StateGraph<
    typeof bidding.state,
    BiddingConversation,
    BiddingUpdate,
    StepName,
    typeof bidding.input,
    typeof bidding.state,
    RunSettingsDefinition
  > {}
