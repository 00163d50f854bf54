/** A public message: who says what, and where it stands in the conversation. */

/** Where a public message stands. Kept in its `additional_kwargs.rostrum`, which every serializer carries along. */
export interface MessagePlace {
  /**
   * `opening` is the moderator's first message, `speech` a participant's turn. `direction` is what the director says
   * in a turn before the chosen guest speaks, `closing` its last word. `interjection` is a listener's, between two turns.
   */
  readonly kind: "opening" | "speech" | "direction" | "closing" | "interjection";
  /** The turn it belongs to; 0 for the opening message. For an interjection, the turn that it came after. */
  readonly turn: number;
  readonly stage: string | null;
  /** In a staged meeting: the round, counted from 1. */
  readonly round: number | null;
  /** When it was said, in ISO 8601. */
  readonly time: string;
  /** The id of the message it answers, or null. */
  readonly replyingTo: string | null;
}

/** A public message as prompts and transcripts show it. */
export interface Line {
  readonly speaker: string;
  readonly text: string;
}
