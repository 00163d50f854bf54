/** Whoever follows a conversation while it runs. */
import type { RostrumEvent } from "../../state/events.js";

export interface Observer {
  /** Takes away what must not be mixed with what others are about to write. */
  makeWay?(): void;
  /** Something happened. */
  see(event: RostrumEvent): void;
  /** The run was broken off, and another goes on with the conversation: what was being said is not said to its end. */
  breakOff?(): void;
  /** Nothing more will come: the conversation is over, or broke off. */
  close(): void;
}
