/**
 * Why an interjection was not used: its text was empty or too long, it only asked for the floor although its sender is
 * not a person in the cast, or this version of Rostrum does not know its format version.
 */
export type InterjectionProblem = "no-text" | "too-long" | "no-person" | "unknown-version";

/** A message or a request for the floor that reaches the conversation between turns. */
export interface Interjection {
  /** The interjection's id, unique in the thread. `interject` returns the id of the interjection that it sends. */
  readonly id: string;
  /** The id of the public message that contains the interjection; null if there is no message. */
  readonly messageId: string | null;
  /** The sender's name: a listener, or a person in the cast. */
  readonly from: string;
  /** The text; empty if the person only asks for the floor, or if there is a `problem`. */
  readonly text: string;
  /** The addressee's name; null if the interjection addresses everyone or was not used. */
  readonly to: string | null;
  /** Whether a person in the cast asks for the floor. */
  readonly raisesHand: boolean;
  /** Why the interjection was not used; null if it was used. */
  readonly problem: InterjectionProblem | null;
  /** The number of turns taken when the conversation read the interjection. */
  readonly turn: number;
  /** When the conversation read the interjection, in ISO 8601. */
  readonly time: string;
}

export interface InterjectResult {
  /** The `id` of the interjection in the state's `interjections`, once the conversation has read it. */
  readonly id: string;
  /**
   * When the conversation reads the interjection. `now`: it has already been read, or it will be read as soon as
   * `graph.invoke(null, config)` resumes the conversation. `next-turn`: at the next boundary between turns, or in the
   * next run if only the closing words are left. `next-run`: when `graph.invoke({}, config)` starts a run, because the
   * conversation is over or has not started.
   */
  readonly heard: "now" | "next-turn" | "next-run";
}

export interface InterjectOptions {
  /**
   * The sender's name: a person in the cast, or any name that does not resemble a participant's name, the leader's
   * name or an official title. Default: `User`, or its translation in the conversation's language.
   */
  readonly from?: string | undefined;
  /**
   * The name of the participant who answers next. Default: the participant whom the text asks or addresses by name;
   * otherwise, the mode chooses.
   */
  readonly to?: string | undefined;
  /** Requests the floor for `from`, a person in the cast; the text can then be empty. Default: false. */
  readonly raisesHand?: boolean;
  /**
   * If the last run was aborted, rewinds the conversation to the boundary before the interrupted turn, so that the next
   * run reads this message first. Discards that turn's work. Needs a checkpointer. Default: false.
   */
  readonly now?: boolean | undefined;
  /**
   * The id of the interjection in the state's `interjections`. The conversation reads only one interjection per id,
   * even if you send it several times. Default: a new id.
   */
  readonly id?: string;
}
