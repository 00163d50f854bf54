/** The place of a public message, stored in its `additional_kwargs.rostrum`, which every serializer preserves. */
export interface MessagePlace {
  /**
   * `opening`: the moderator's message with the topic. `speech`: a participant's turn. `direction`: a supervisor's plan, or the
   * director's words in a turn before the chosen guest speaks. `closing`: the leader's closing words. `interjection`: a
   * listener's message between two turns.
   */
  readonly kind: "opening" | "speech" | "direction" | "closing" | "interjection";
  /** The turn that the message belongs to. For an opening and an interjection, the number of turns taken before it. */
  readonly turn: number;
  readonly stage: string | null;
  /** In a staged meeting: the round, counted from 1. */
  readonly round: number | null;
  /** When the message was added, in ISO 8601. */
  readonly time: string;
  /** The id of the message that this one answers, or null. */
  readonly replyingTo: string | null;
}

/** A public message as prompts and transcripts show it. */
export interface Line {
  readonly speaker: string;
  readonly text: string;
}
