/** The texts that explain, in transcripts and in `rostrum explain`, how a speaker was chosen. */
import type { Decision } from "../records/decision.js";

export interface ChoiceFacts extends Pick<Decision, "rule" | "speaker"> {
  /** The leader's name; empty if the conversation has no leader. */
  readonly leader: string;
  /** The number drawn, formatted; null if there was no draw. */
  readonly drawn: string | null;
  /** Who addressed a participant with a question or an interjection; empty if nobody did. */
  readonly by: string;
}

export interface RuleWords {
  /** A short label for one line of a transcript, such as “silent longest”. Default: the name of the rule. */
  readonly label?: string;
  readonly explain: (facts: ChoiceFacts) => string;
}
