/** What a conversation asks of people. */

/** Why an answer was rejected: it was not text, too long, or empty where a line is required. */
export type YourTurnProblem = "not-a-text" | "too-long" | "empty";

/** Whom a question is for, and why it is asked again. */
export interface Question {
  /** Who has the floor. */
  readonly participant: string;
  /** Why the previous answer was rejected; null if there was none. */
  readonly problem: YourTurnProblem | null;
}

/** What is asked of a person. */
export interface PersonQuestion extends Question {
  /** What the line is for: a speech, the task in `task`, or the meeting's final decision, which cannot be passed. */
  readonly purpose: "speech" | "execute" | "decide";
  /** The task; null unless `purpose` is `execute`. */
  readonly task: string | null;
  /** The deadline, in ISO 8601; null without a time limit. If the run is continued after the deadline, the turn passes. */
  readonly deadline: string | null;
}

/** The maximum length of a person's line, in characters. */
export const longestLine = 20_000;

/** What is asked of the person who approves a participant's speech. */
export interface ApprovalQuestion extends Question {
  readonly purpose: PersonQuestion["purpose"];
}
