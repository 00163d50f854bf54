/** What follows a conversation while it runs. */
import type { RostrumEvent } from "../../state/events.js";

export interface Observer {
  /** Removes a status line, before others write. */
  makeWay?(): void;
  see(event: RostrumEvent): void;
  /** Another run replaces this one: the current speech does not end. */
  breakOff?(): void;
  /** The run is over. */
  close(): void;
}
