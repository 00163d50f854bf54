/** What the director has ready for a turn before any of it is public. */
import type { ChoiceAttempt } from "../../selection/decision.js";

export interface Direction {
  readonly turn: number;
  /** What it says about where the conversation stands. */
  readonly comment: string;
  /** Its choices so far, where they came with the comment. */
  readonly choices: readonly ChoiceAttempt[];
  /** Its question, where that came with the comment. */
  readonly question: string | null;
}
