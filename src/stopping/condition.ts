/** The port of stopping: a condition is a function that returns why the conversation should end, or nothing. */
import type { Decision } from "../selection/decision.js";
import type { Line } from "../state/message.js";
import type { StopReason } from "./stop-reason.js";

/** All that a condition decides by, after a turn. */
export interface Progress {
  /** Turns so far, over all runs of the thread. */
  readonly turn: number;
  /** Turns so far in this run. */
  readonly turnsThisRun: number;
  /** The latest message but for what listeners add: a speech or the opening. */
  readonly latest: Line | undefined;
  /** That, and the speeches of all who spoke at once with it, in their order. */
  readonly speeches: readonly Line[];
  /** The decisions of all turns so far. */
  readonly decisions: readonly Decision[];
  /** Draws whether something of this probability happens. Told to whoever watches the conversation. */
  readonly drawStop: (probability: number) => { readonly draw: number; readonly stops: boolean };
}

export type StopCondition = (progress: Progress) => StopReason | undefined;
