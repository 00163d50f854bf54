/** Why an answer was invalid: it was not text, was too long, or was empty where a line is required. */
export type YourTurnProblem = "not-a-text" | "too-long" | "empty";

/** A question to a person and, if it is asked again, the reason. */
export interface Question {
  /** The name of the participant who has the floor. */
  readonly participant: string;
  /** Why the previous answer was invalid; null if it was valid, or if there was none. */
  readonly problem: YourTurnProblem | null;
}

/** The question to a person who has the floor. */
export interface PersonQuestion extends Question {
  /**
   * The purpose of the line: a speech, the task in `task`, or the meeting's final decision. A person who is asked for
   * the final decision cannot pass.
   */
  readonly purpose: "speech" | "execute" | "decide";
  /** The task; null unless `purpose` is `execute`. */
  readonly task: string | null;
  /**
   * The deadline, in ISO 8601; null if there is no deadline. If the run continues after the deadline, `onHumanTimeout`
   * applies, except that a late final decision always ends the meeting.
   */
  readonly deadline: string | null;
}

/** The maximum length of a line or a message from a person or a listener, in characters. */
export const longestLine = 20_000;

/** The question to the person who approves a participant's speech. */
export interface ApprovalQuestion extends Question {
  readonly purpose: PersonQuestion["purpose"];
}
