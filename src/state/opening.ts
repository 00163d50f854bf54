import type { Participant } from "./participant.js";

/** What a conversation was opened with. */
export interface Opening {
  /** The topic as it was given. */
  readonly topic: string;
  /** The topic as the moderator put it. */
  readonly question: string;
  /** Who leads the conversation without being in its cast; null where nobody does. */
  readonly leader: Participant | null;
}
