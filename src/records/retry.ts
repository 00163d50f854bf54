import type { Purpose } from "./request.js";

/** A model call that Rostrum is about to repeat. */
export interface Retry {
  readonly purpose: Purpose;
  /** The participant or leader for whom the call is made; empty for calls that belong to neither. */
  readonly participant: string;
  /** The model's name, such as `openai:gpt-4.1-mini`. */
  readonly model: string;
  /** The number of the next attempt; the first attempt is 1. */
  readonly attempt: number;
  /** The maximum number of attempts. */
  readonly attempts: number;
  /** The wait before the next attempt, in milliseconds. */
  readonly waitMs: number;
  readonly reason: string;
  /** The HTTP status of the failed attempt; null if the error has none, for example after a timeout. */
  readonly status: number | null;
}
