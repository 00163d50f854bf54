/** The state of the group-chat mode. */
import type { StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { append, collected, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import { contexts } from "../../state/run-settings.js";
import type { FinalDecision, Judgement } from "../../state/stage.js";
import type { StepName } from "../../state/step-names.js";
import { bidsChannel } from "../../steps/bids-channel.js";
import type { RunSettingsDefinition } from "../../steps/conversation-graph.js";
import type { StopReason } from "../../stopping/stop-reason.js";
import { groupChatFields } from "./settings.js";

export const groupChat = schemasOf(
  groupChatFields,
  {
    bids: bidsChannel,
    stage: z.string().default("").meta({ description: "The stage that the meeting is in." }),
    round: z.int().min(0).default(0).meta({ description: "The round of the stage, counted from 1." }),
    judgements: collected<Judgement>("What was judged after each round of discussion.", append),
    cutShort: z
      .custom<StopReason | null>()
      .default(null)
      .meta({ description: "Why the discussion was cut short; null where it was not." }),
    summary: z.string().default("").meta({ description: "What the summarizer made of the discussion." }),
    finalDecision: z
      .custom<FinalDecision | null>()
      .default(null)
      .meta({ description: "What the meeting came to; null until it is decided." }),
  },
  contexts["group-chat"],
);
export interface GroupChatConversation extends StateOf<typeof groupChat> {}
export interface GroupChatUpdate extends UpdateOf<typeof groupChat> {}

/** The uncompiled graph of the mode. */
export interface GroupChatBuilder
  extends StateGraph<
    typeof groupChat.state,
    GroupChatConversation,
    GroupChatUpdate,
    StepName,
    typeof groupChat.input,
    typeof groupChat.state,
    RunSettingsDefinition
  > {}
