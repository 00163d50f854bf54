/** What listeners add to a conversation. */

/**
 * Why an interjection was not used: it had no text or too much, the person who asked for the floor is not in
 * the cast, or its format has a version that this Rostrum does not know.
 */
export type InterjectionProblem = "no-text" | "too-long" | "no-person" | "unknown-version";

export interface Interjection {
  /** Unique in the thread: the key under which it was stored for the conversation. */
  readonly id: string;
  /** The id of its public message; null if it has none. */
  readonly messageId: string | null;
  /** Whose line it is: a listener's, or that of a person in the cast. */
  readonly from: string;
  /** Empty if somebody only asks for the floor. */
  readonly text: string;
  /** Whom it addresses, by name; null if it addresses everybody. */
  readonly to: string | null;
  /** Whether a person in the cast asks for the floor. */
  readonly raisesHand: boolean;
  /** Null if it was used. */
  readonly problem: InterjectionProblem | null;
  /** The number of turns taken when it was heard. */
  readonly turn: number;
  /** When it was heard, in ISO 8601. */
  readonly time: string;
}

/** The maximum length of an interjection, in characters. */
export const longestInterjection = 4000;

export interface InterjectResult {
  /** The `id` of the entry in the state's `interjections`, once the conversation hears it. */
  readonly id: string;
  /**
   * When the conversation hears it. `now`: as soon as `graph.invoke(null, config)` resumes it. `next-turn`: at the next
   * boundary between turns. `next-run`: when `graph.invoke({}, config)` starts another round, because the conversation is over
   * or has not begun. A conversation that is already saying its closing words also hears it in its next run.
   */
  readonly heard: "now" | "next-turn" | "next-run";
}

export interface InterjectOptions {
  /** The speaker's name: a person in the cast, or any name that does not look like an agent's. Default: `User`. */
  readonly from?: string | undefined;
  /** The participant who answers next. Default: the one whom the text asks or names, otherwise whoever the mode chooses. */
  readonly to?: string | undefined;
  /** Requests the floor for `from`, a person in the cast; the text may then be empty. Default: false. */
  readonly raisesHand?: boolean;
  /**
   * Puts a conversation whose run was aborted back to the boundary before the interrupted turn, so that the next run hears
   * this first. Discards the work of that turn. Needs a checkpointer. Default: false.
   */
  readonly now?: boolean | undefined;
  /** The id of the entry in `interjections`. The conversation hears a message only once per id, however often it is sent. Default: a new id. */
  readonly id?: string;
}
