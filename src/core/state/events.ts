/** The events of a running conversation, on LangGraph's `custom` stream. A user interface needs nothing else. */

import type { Bid } from "../../records/bid.js";
import type { Correction } from "../../records/correction.js";
import type { Decision } from "../../records/decision.js";
import type { Interjection } from "../../records/interjection.js";
import type { Judgement } from "../../records/meeting.js";
import type { Retry } from "../../records/retry.js";
import type { StopDraw, StopReason, Verdict } from "../../records/stop-reason.js";
import type { TaskResult } from "../../records/task.js";
import type { ToolCall } from "../../records/tool-call.js";
import type { Warning } from "../../records/usage.js";
import type { ControlRecord } from "./control-record.js";
import type { Participant } from "./participant.js";

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
