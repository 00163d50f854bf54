import type { Bid } from "../../records/bid.js";
import type { Correction } from "../../records/correction.js";
import type { Decision } from "../../records/decision.js";
import type { Interjection } from "../../records/interjection.js";
import type { Judgement } from "../../records/meeting.js";
import type { Line, MessagePlace } from "../../records/message.js";
import type { StopDraw, StopReason, Verdict } from "../../records/stop-reason.js";
import type { PlanRecord, TaskResult } from "../../records/task.js";
import type { Warning } from "../../records/usage.js";
import type { ControlRecord } from "./control-record.js";
import type { Scene } from "./scene.js";

export interface HistoryMessage extends Line {
  readonly id: string;
  readonly words: number;
  /** Undefined if Rostrum did not add the message to the conversation. */
  readonly place: MessagePlace | undefined;
}

/** Each list is in the order in which its records were saved. */
export interface HistoryRecords {
  readonly messageCount: number;
  readonly messageAt: (index: number) => HistoryMessage;
  readonly scenes: readonly Scene[];
  readonly decisions: readonly Decision[];
  readonly corrections: readonly Correction[];
  readonly interjections: readonly Interjection[];
  readonly controls: readonly ControlRecord[];
  readonly warnings: readonly Warning[];
  readonly judgements: readonly Judgement[];
  readonly verdicts: readonly Verdict[];
  readonly stopDraws: readonly StopDraw[];
  readonly results: readonly TaskResult[];
  readonly plans: readonly PlanRecord[];
  readonly bids: readonly Bid[];
  readonly turn: number;
  /** Why the conversation ended; null until it has ended and needs no more closing words. */
  readonly end: StopReason | null;
}

type LooseChannel = "warnings" | "judgements" | "verdicts" | "stopDraws" | "results" | "plans";

export const looseKind = <Channel extends LooseChannel, Event>(
  channel: Channel,
  eventOf: (record: HistoryRecords[Channel][number]) => Event,
) => ({
  channel,
  eventAt: (records: HistoryRecords, index: number) =>
    eventOf(records[channel][index] as HistoryRecords[Channel][number]),
});

export type Loose<Event> = ReturnType<typeof looseKind<LooseChannel, Event>>;

/** Whether a speech of the worker contains the task's result or the reason for handing the task over. */
export const isSpoken = ({ outcome }: TaskResult): boolean => outcome === "done" || outcome === "handed-over";
