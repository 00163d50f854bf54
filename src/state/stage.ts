/** The stages of a meeting, and what its rounds and its end leave behind. */

/** What is asked of a stage's speakers. */
export const stageTasks = ["present", "discuss", "summarize", "decide"] as const;
export type StageTask = (typeof stageTasks)[number];

/** In which order the speakers of a round speak; `together`: all at once, none hearing the others. */
export const speakingOrders = ["in-turn", "bidding", "together"] as const;
/** The rule that gives the floor to all of a round at once, as decisions call it. */
export const togetherRule: SpeakingOrder = "together";
export type SpeakingOrder = (typeof speakingOrders)[number];

/** A part in the meeting; `auto` lets the place in the cast decide. */
export const parts = ["auto", "presenter", "discusser", "summarizer", "decider"] as const;
export type Part = (typeof parts)[number];

/** One phase of a meeting. */
export interface Stage {
  /** Unique among the stages. */
  readonly name: string;
  readonly task: StageTask;
  /** Names, in the order of speaking; empty: those whose part it is. */
  readonly speakers: readonly string[];
  readonly order: SpeakingOrder;
  /** So many rounds take place at least. */
  readonly minRounds: number;
  /** No more rounds than these take place. */
  readonly maxRounds: number;
}

/** What was judged after a round of discussion. */
export interface Judgement {
  readonly turn: number;
  readonly stage: string;
  readonly round: number;
  /** Null where the answer could not be read: then the discussion goes on. */
  readonly sufficient: boolean | null;
  readonly reason: string;
  /** What is still open. */
  readonly open: readonly string[];
  /** The answer to the letter. */
  readonly answer: string;
}

/** What the meeting came to. */
export interface FinalDecision {
  readonly decision: string;
  readonly rationale: string;
  /** Who was of another mind, and about what; the empty string where nobody was. */
  readonly dissent: string;
}
