/** What a listener adds to a conversation while it runs. */

/**
 * Why something that was added could not be taken up: there was no text in it, or too much; or somebody asked for the floor
 * who is no person of the cast.
 */
export type InterjectionProblem = "no-text" | "too-long" | "no-person";

export interface Interjection {
  /** Unique in the thread: the key under which it was left for the conversation. */
  readonly id: string;
  /** The id of its public message; null where it has none. */
  readonly messageId: string | null;
  /** Whose line it is: a listener's, or that of a person in the cast. */
  readonly from: string;
  /** Empty where somebody only asks for the floor. */
  readonly text: string;
  /** Whom it is to, by name; null where it is to the room. */
  readonly to: string | null;
  /** Whether a person of the cast asks for the floor. */
  readonly raisesHand: boolean;
  /** Null where it was taken up. */
  readonly problem: InterjectionProblem | null;
  /** The turns that had been taken when it was heard. */
  readonly turn: number;
  /** When it was heard, in ISO 8601. */
  readonly time: string;
}

/** Longest interjection, in characters. */
export const longestInterjection = 4000;
