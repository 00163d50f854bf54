/** What transcripts say of a way to choose the speaker. */
import type { Decision } from "../records/decision.js";

/** What a sentence about a choice can name. */
export interface ChoiceFacts extends Pick<Decision, "rule" | "speaker"> {
  /** Who leads the conversation; empty where nobody does. */
  readonly leader: string;
  /** The number drawn, in words; null without a draw. */
  readonly drawn: string | null;
  readonly by: string;
}

export interface RuleWords {
  /** A few words for one line of a transcript, such as “silent longest”. Default: the name of the rule. */
  readonly label?: string;
  /** A sentence for `rostrum explain`. */
  readonly explain: (facts: ChoiceFacts) => string;
}
