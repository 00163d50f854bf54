/**
 * A message's usage: the calls for its own text, and the calls before it that belong to no earlier message, such as
 * bids, choices and failed attempts.
 */
export interface MessageUsage {
  readonly calls: number;
  /** The input tokens. Unlike the input tokens in a `UsageRow`, they include estimates. */
  readonly inputTokens: number;
  /** The output tokens, including estimates. */
  readonly outputTokens: number;
  /** Whether some of the tokens are estimated. Default: false. */
  readonly estimated?: boolean;
  /**
   * The calls whose tokens are missing: the provider did not report them or reported impossible figures, and Rostrum
   * did not estimate them. Default: 0.
   */
  readonly uncounted?: number;
  /** The cost, in the currency of the prices. Absent if the conversation has no prices. */
  readonly money?: number;
}

/** The place of a public message, stored in `additional_kwargs.rostrum`, because serializers preserve that field. */
export interface MessagePlace {
  /**
   * `opening`: the moderator's message with the topic. `speech`: a participant's message in its turn. `direction`: a
   * supervisor's plan, or the director's words in a turn before the chosen guest speaks. `closing`: the leader's
   * closing words. `interjection`: a message from a person who did not have the floor.
   */
  readonly kind: "opening" | "speech" | "direction" | "closing" | "interjection";
  /**
   * The turn of a speech or of a director's direction; for a supervisor's changed plan, the next turn. For any other
   * message, the number of turns taken before it.
   */
  readonly turn: number;
  readonly stage: string | null;
  /** The round in a staged meeting, counted from 1; null outside meetings. */
  readonly round: number | null;
  /** When the message was added, in ISO 8601. */
  readonly time: string;
  /** The id of the message that this message answers, or null. */
  readonly replyingTo: string | null;
  /** Whether Rostrum cut off the answer at `maxAnswerLength`. Default: false. */
  readonly cut?: boolean;
  /** The message's usage. Absent if no model was called for it. */
  readonly usage?: MessageUsage;
}

/** A public message in the form used in prompts and transcripts. */
export interface Line {
  readonly speaker: string;
  readonly text: string;
}
