export const stageTasks = ["present", "discuss", "summarize", "decide"] as const;

export type StageTask = (typeof stageTasks)[number];

/**
 * How a round's speakers get the floor. `in-turn`: in the order of the stage's speakers. `bidding`: by auctions.
 * `together`: all at once, without seeing each other's speeches.
 */
export const speakingOrders = ["in-turn", "bidding", "together"] as const;

/** The name recorded as the rule if a round's speakers speak all at once. */
export const togetherRule: SpeakingOrder = "together";

export type SpeakingOrder = (typeof speakingOrders)[number];

/** The parts in a meeting. With `auto`, the participant's seat determines the part; a newcomer becomes a discusser. */
export const parts = ["auto", "presenter", "discusser", "summarizer", "decider"] as const;

export type Part = (typeof parts)[number];

export interface Stage {
  /** The stage's name, which is unique among the stages. */
  readonly name: string;
  readonly task: StageTask;
  /**
   * The names of the speakers, who speak in this order if `order` is `in-turn`. If the list is empty, or nobody on it
   * can speak, participants with the matching part speak or, if there are none, others. Of several participants with
   * the part of a decider, only the first speaks.
   */
  readonly speakers: readonly string[];
  readonly order: SpeakingOrder;
  readonly minRounds: number;
  readonly maxRounds: number;
}

/** A model's verdict on a round of a meeting's discussion. `open`: the points that are still open. */
export interface Judgement {
  readonly turn: number;
  readonly stage: string;
  readonly round: number;
  /**
   * Whether the topic has been discussed enough; null if the answer was unreadable, in which case the discussion
   * continues if another round is allowed.
   */
  readonly sufficient: boolean | null;
  readonly reason: string;
  readonly open: readonly string[];
  readonly answer: string;
}

export interface FinalDecision {
  readonly decision: string;
  readonly rationale: string;
  /** Who disagreed, and about what; empty if nobody disagreed. */
  readonly dissent: string;
}
