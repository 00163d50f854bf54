/** The state of the director mode. */
import type { StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import { contexts } from "../../state/run-settings.js";
import type { StepName } from "../../state/step-names.js";
import type { RunSettingsDefinition } from "../../steps/conversation-graph.js";
import type { Direction } from "./read-direction.js";
import { directorFields } from "./settings.js";

export const director = schemasOf(
  directorFields,
  {
    direction: z
      .custom<Direction | null>()
      .default(null)
      .meta({ description: "What the director has ready for this turn; null between turns." }),
  },
  contexts.director,
);
export interface DirectorConversation extends StateOf<typeof director> {}
export interface DirectorUpdate extends UpdateOf<typeof director> {}

/** The uncompiled graph of the mode. */
export interface DirectorBuilder
  extends StateGraph<
    typeof director.state,
    DirectorConversation,
    DirectorUpdate,
    StepName,
    typeof director.input,
    typeof director.state,
    RunSettingsDefinition
  > {}
