/** The stages of a meeting, and their results. */

export const stageTasks = ["present", "discuss", "summarize", "decide"] as const;

export type StageTask = (typeof stageTasks)[number];

/** The order in which the speakers of a round speak. `together`: all at once, without seeing each other's speeches. */
export const speakingOrders = ["in-turn", "bidding", "together"] as const;

/** The rule in the decisions of a round in which all participants have the floor at once. */
export const togetherRule: SpeakingOrder = "together";

export type SpeakingOrder = (typeof speakingOrders)[number];

/** A part in the meeting. With `auto`, the seat determines it. */
export const parts = ["auto", "presenter", "discusser", "summarizer", "decider"] as const;

export type Part = (typeof parts)[number];

export interface Stage {
  /** Unique among the stages. */
  readonly name: string;
  readonly task: StageTask;
  /** Names, in speaking order. If empty, the participants with the matching part speak. */
  readonly speakers: readonly string[];
  readonly order: SpeakingOrder;
  readonly minRounds: number;
  readonly maxRounds: number;
}

export interface Judgement {
  readonly turn: number;
  readonly stage: string;
  readonly round: number;
  /** Null if the answer was unreadable; the discussion then continues. */
  readonly sufficient: boolean | null;
  readonly reason: string;
  readonly open: readonly string[];
  readonly answer: string;
}

export interface FinalDecision {
  readonly decision: string;
  readonly rationale: string;
  /** Who disagreed, and about what; empty if nobody did. */
  readonly dissent: string;
}
