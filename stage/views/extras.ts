/** What a page that embeds the stage, such as the playground, adds to it. The server's own page adds nothing. */
import { createContext, type ReactNode } from "react";
import type { Snapshot } from "../port.js";

export interface Extras {
  /** Shown above the list of conversations. */
  readonly home?: ReactNode;
  /** Shown beside a form's scenario file. */
  readonly aboutYaml?: (yaml: string) => ReactNode;
  /** Shown first in the menu of exports. */
  readonly sharing?: (snapshot: Snapshot) => ReactNode;
  /** Whether other browsers can open a conversation, so that people can be invited. */
  readonly canInvite: boolean;
}

export const ExtrasContext = createContext<Extras>({ canInvite: true });
