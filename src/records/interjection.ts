/** What listeners add to a conversation. */

/**
 * Why an interjection was not used: it had no text or too much of it, the person who asked for the floor is not in the
 * cast, or this Rostrum does not know its format version.
 */
export type InterjectionProblem = "no-text" | "too-long" | "no-person" | "unknown-version";

export interface Interjection {
  /** Unique in the thread: the key under which it was stored for the conversation. */
  readonly id: string;
  /** The id of its public message; null if it has none. */
  readonly messageId: string | null;
  /** The speaker: a listener, or a person in the cast. */
  readonly from: string;
  /** Empty if the person only asks for the floor. */
  readonly text: string;
  /** The addressee's name; null if it addresses everyone. */
  readonly to: string | null;
  /** Whether a person in the cast asks for the floor. */
  readonly raisesHand: boolean;
  /** Null if the interjection was used. */
  readonly problem: InterjectionProblem | null;
  /** The number of turns taken when the conversation read it. */
  readonly turn: number;
  /** When the conversation read it, in ISO 8601. */
  readonly time: string;
}

/** The maximum length of an interjection, in characters. */
export const longestInterjection = 4000;

export interface InterjectResult {
  /** The `id` of the entry in the state's `interjections`, once the conversation has read it. */
  readonly id: string;
  /**
   * When the conversation reads it. `now`: as soon as `graph.invoke(null, config)` resumes it. `next-turn`: at the next
   * boundary between turns. `next-run`: when `graph.invoke({}, config)` starts another round, because the conversation
   * is over or has not started. A conversation that is already in its closing words also reads it in its next run.
   */
  readonly heard: "now" | "next-turn" | "next-run";
}

export interface InterjectOptions {
  /** The speaker's name: a person in the cast, or any name that does not look like an agent's. Default: `User`. */
  readonly from?: string | undefined;
  /**
   * The participant who answers next. Default: the one whom the text asks or names; if there is none, the mode chooses.
   */
  readonly to?: string | undefined;
  /** Requests the floor for `from`, a person in the cast; the text may then be empty. Default: false. */
  readonly raisesHand?: boolean;
  /**
   * Rewinds a conversation whose run was aborted to the boundary before the interrupted turn, so that the next run
   * reads this message first. Discards the work of that turn. Needs a checkpointer. Default: false.
   */
  readonly now?: boolean | undefined;
  /**
   * The id of the entry in `interjections`. The conversation reads a message only once per id, however often you send
   * it. Default: a new id.
   */
  readonly id?: string;
}
