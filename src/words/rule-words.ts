/** The texts that explain, in transcripts and in `rostrum explain`, how a speaker was chosen. */
import type { Decision } from "../records/decision.js";

/** The facts that a sentence about a choice can use. */
export interface ChoiceFacts extends Pick<Decision, "rule" | "speaker"> {
  /** The name of the leader; empty if the conversation has none. */
  readonly leader: string;
  /** The random number, formatted; null if there was no draw. */
  readonly drawn: string | null;
  /** The name of the speaker or listener who addressed the chosen participant; empty if nobody did. */
  readonly by: string;
}

export interface RuleWords {
  /** A short label for one line of a transcript, such as “silent longest”. Default: the name of the rule. */
  readonly label?: string;
  /** Returns the sentence that `rostrum explain` prints. */
  readonly explain: (facts: ChoiceFacts) => string;
}
