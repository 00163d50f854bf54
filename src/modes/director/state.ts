/** The state of the director mode. */
import { z } from "zod";
import { schemasOf } from "../../state/conversation-state.js";
import { contexts } from "../../state/run-settings.js";
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
export type DirectorConversation = typeof director.state.State;
export type DirectorUpdate = typeof director.state.Update;
