/** What a running conversation tells on LangGraph's `custom` stream. A user interface needs nothing else. */
import type { Purpose } from "../models/request.js";
import type { Bid } from "../selection/bid.js";
import type { Decision } from "../selection/decision.js";
import type { StopDraw, StopReason } from "../stopping/stop-reason.js";
import type { Warning } from "../usage/task-usage.js";
import type { Participant } from "./participant.js";
import type { Correction, Interjection, Judgement, TaskResult, ToolCall } from "./records.js";

export type RostrumEvent =
  /** The cast and the seed are settled; the conversation is about to open. */
  | {
      readonly type: "scene-set";
      readonly topic: string;
      readonly participants: readonly Participant[];
      /** Who leads the conversation; null where nobody does. */
      readonly leader: Participant | null;
      readonly seed: number;
      readonly maxTurns: number;
    }
  /** An answer did not become public as it was given. */
  | { readonly type: "correction"; readonly turn: number; readonly correction: Correction }
  /** Something could not be prepared and the plain text was used instead. */
  | { readonly type: "warning"; readonly warning: Warning }
  | { readonly type: "opening"; readonly speaker: string; readonly text: string }
  /** Something that a listener added has been heard. Without a text a person asks for the floor. */
  | { readonly type: "interjection"; readonly turn: number; readonly interjection: Interjection }
  | { readonly type: "round-start"; readonly turn: number; readonly stage: string; readonly round: number }
  | { readonly type: "judgement"; readonly turn: number; readonly judgement: Judgement }
  | { readonly type: "task"; readonly turn: number; readonly result: TaskResult }
  /** A bid is in. Bids of one turn come in whatever order the models answer. */
  | { readonly type: "bid"; readonly turn: number; readonly bid: Bid }
  | { readonly type: "decision"; readonly turn: number; readonly decision: Decision }
  /** A call came to nothing and is made again, after a wait: nobody answered, or too late, or not with what can be used. */
  | ({ readonly type: "retry"; readonly turn: number } & Retry)
  /** A participant begins to speak, or the director. `attempt` is over 1 when a broken call is made again: drop what came before. */
  | { readonly type: "speech-start"; readonly turn: number; readonly speaker: string; readonly attempt: number }
  /** A speaker has called a tool. It stays out of the public conversation. */
  | { readonly type: "tool-call"; readonly turn: number; readonly toolCall: ToolCall }
  | { readonly type: "speech-delta"; readonly turn: number; readonly speaker: string; readonly text: string }
  /** The speech came to nothing: drop what came of it. The next best bidder speaks. */
  | { readonly type: "speech-failed"; readonly turn: number; readonly speaker: string; readonly reason: string }
  /** The speech is complete. `text` is what enters the conversation. */
  | {
      readonly type: "speech-end";
      readonly turn: number;
      readonly speaker: string;
      readonly text: string;
      /** Words in English, characters in Chinese. */
      readonly words: number;
    }
  /** A number was drawn to decide whether to stop: it stops when `draw < probability`. */
  | ({ readonly type: "stop-draw" } & StopDraw)
  | { readonly type: "stopped"; readonly turn: number; readonly reason: StopReason };

/** A call that is about to be made again. */
export interface Retry {
  readonly purpose: Purpose;
  /** Whose call it is; the empty string for one that is nobody's in particular. */
  readonly participant: string;
  /** The model's name, such as `openai:gpt-4.1-mini`. */
  readonly model: string;
  /** The number of the try that comes now, of so many at most; the first one was 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** How long is waited before, in milliseconds. */
  readonly waitMs: number;
  readonly reason: string;
  /** The HTTP status of the answer to it; null where there was none. */
  readonly status: number | null;
}
