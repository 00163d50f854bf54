/** The events of a running conversation, on LangGraph's `custom` stream. A user interface needs nothing else. */
import type { Purpose } from "../models/request.js";
import type { Bid } from "../selection/bid.js";
import type { Decision } from "../selection/decision.js";
import type { StopDraw, StopReason, Verdict } from "../stopping/stop-reason.js";
import type { Warning } from "../usage/task-usage.js";
import type { ControlRecord } from "./control.js";
import type { Participant } from "./participant.js";
import type { Correction, Interjection, Judgement, TaskResult, ToolCall } from "./records.js";

export type RostrumEvent =
  /** The cast and the seed are known; the conversation is about to open. */
  | {
      readonly type: "scene-set";
      readonly topic: string;
      readonly participants: readonly Participant[];
      /** Who leads the conversation; null if nobody does. */
      readonly leader: Participant | null;
      readonly seed: number;
      readonly maxTurns: number;
    }
  /** An answer was changed before it became public. */
  | { readonly type: "correction"; readonly turn: number; readonly correction: Correction }
  /** A fallback was used: preparation or a summary failed, or a prompt was shortened. */
  | { readonly type: "warning"; readonly warning: Warning }
  /** The moderator opens the conversation. */
  | { readonly type: "opening"; readonly speaker: string; readonly text: string }
  /** The conversation hears a listener's message. A message without text is a request for the floor. */
  | { readonly type: "interjection"; readonly turn: number; readonly interjection: Interjection }
  /** The conversation has carried out or refused a control. */
  | { readonly type: "control"; readonly turn: number; readonly control: ControlRecord }
  /** A round of a meeting's stage begins. */
  | { readonly type: "round-start"; readonly turn: number; readonly stage: string; readonly round: number }
  /** A round of discussion was judged. */
  | { readonly type: "judgement"; readonly turn: number; readonly judgement: Judgement }
  /** A task was done, failed or was skipped. */
  | { readonly type: "task"; readonly turn: number; readonly result: TaskResult }
  /** A bid has arrived. The bids of a turn come in the order in which the models answer. */
  | { readonly type: "bid"; readonly turn: number; readonly bid: Bid }
  /** The next speaker is chosen. With `director.calls: "one"`, this comes in the middle of the director's message. */
  | { readonly type: "decision"; readonly turn: number; readonly decision: Decision }
  /** A call failed and will be made again after a wait. */
  | ({ readonly type: "retry"; readonly turn: number } & Retry)
  /** A participant or the director begins to speak. If `attempt` is above 1, a broken speech starts again: discard what came before. */
  | { readonly type: "speech-start"; readonly turn: number; readonly speaker: string; readonly attempt: number }
  /** A speaker has called a tool. Calls stay out of the public conversation. */
  | { readonly type: "tool-call"; readonly turn: number; readonly toolCall: ToolCall }
  /** The next piece of a speech. */
  | { readonly type: "speech-delta"; readonly turn: number; readonly speaker: string; readonly text: string }
  /** A speech failed: discard its text. The next best bidder speaks. */
  | { readonly type: "speech-failed"; readonly turn: number; readonly speaker: string; readonly reason: string }
  /** A speech is complete. `text` is what enters the conversation. */
  | {
      readonly type: "speech-end";
      readonly turn: number;
      readonly speaker: string;
      readonly text: string;
      /** Words in English, characters in Chinese. */
      readonly words: number;
    }
  /** A number was drawn to decide whether to stop: the conversation stops if `draw < probability`. */
  | ({ readonly type: "stop-draw" } & StopDraw)
  /** A model was asked whether a stop condition holds. */
  | { readonly type: "verdict"; readonly turn: number; readonly verdict: Verdict }
  /** The conversation is over. */
  | { readonly type: "stopped"; readonly turn: number; readonly reason: StopReason };

/** A call that is about to be made again. */
export interface Retry {
  readonly purpose: Purpose;
  /** Whose call it is; empty for calls that belong to no participant. */
  readonly participant: string;
  /** The model's name, such as `openai:gpt-4.1-mini`. */
  readonly model: string;
  /** The number of the next attempt; the first attempt is 1. */
  readonly attempt: number;
  /** The maximum number of attempts. */
  readonly attempts: number;
  /** The wait before it, in milliseconds. */
  readonly waitMs: number;
  readonly reason: string;
  /** The HTTP status of the failed attempt; null if there was no answer. */
  readonly status: number | null;
}
