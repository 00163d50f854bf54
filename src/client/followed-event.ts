/** What is told to whoever follows a run on a server. */
import type { RostrumEvent } from "../state/events.js";
import type { YourTurn } from "../state/your-turn.js";

/** A person whom the run waits for. */
export interface WaitingPerson {
  /** The interrupt's id: what `answer` is given a line by, where several people are waited for. */
  readonly id: string;
  readonly value: YourTurn;
}

/** The conversation's own events, in order, and after them how the run ended where it is not the conversation's end. */
export type FollowedEvent =
  | RostrumEvent
  /** The run waits for a person: go on with `answer`. One for each, at the end. */
  | ({ readonly type: "your-turn" } & WaitingPerson)
  /** Somebody cancelled the run, such as to be heard now: the conversation goes on in another one. At the end. */
  | { readonly type: "broken-off" }
  /**
   * The server no longer has what else happened in the run, which is over. The conversation is whole: see `transcript`.
   * Before the end.
   */
  | { readonly type: "gap" };
