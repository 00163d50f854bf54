/**
 * The events of a running conversation, on LangGraph's `custom` stream. Questions to people are not events but
 * interrupts (see `people.ts`).
 *
 * Each kind is declared here, with its fields and whether it is saved. In an `EventReader` table, a new kind causes a
 * compile error until the table handles or ignores it.
 */

import type { Bid } from "../../records/bid.js";
import type { Correction } from "../../records/correction.js";
import type { Decision } from "../../records/decision.js";
import type { Interjection } from "../../records/interjection.js";
import type { Judgement } from "../../records/meeting.js";
import type { MessagePlace } from "../../records/message.js";
import type { Retry } from "../../records/retry.js";
import type { StopDraw, StopReason, Verdict } from "../../records/stop-reason.js";
import type { PlanRecord, TaskResult } from "../../records/task.js";
import type { ToolCall } from "../../records/tool-call.js";
import type { Warning } from "../../records/usage.js";
import type { ControlRecord } from "./control-record.js";
import type { Participant } from "./participant.js";

/** The fields of each kind, in addition to its `type`. The comments say when Rostrum emits the event. */
interface EventFields {
  /** A run starts; its topic, cast and seed are known. */
  readonly "scene-set": {
    readonly topic: string;
    readonly participants: readonly Participant[];
    /** The conversation's leader; null if there is none. */
    readonly leader: Participant | null;
    readonly seed: number;
    readonly maxTurns: number;
  };
  /**
   * A speech or a part of the director's message had a fault, a person has reviewed a draft, or a fork has replaced a
   * speech.
   */
  readonly correction: { readonly turn: number; readonly correction: Correction };
  /** Something did not go as planned: for example, preparation failed, or a prompt was too long. */
  readonly warning: { readonly warning: Warning };
  /** The moderator opens the conversation. */
  readonly opening: { readonly speaker: string; readonly text: string };
  /**
   * The conversation has read an interjection. An interjection without text only requests the floor or could not be
   * used.
   */
  readonly interjection: { readonly turn: number; readonly interjection: Interjection };
  /** The conversation has carried out or refused a control. */
  readonly control: { readonly turn: number; readonly control: ControlRecord };
  /** A round in a stage of a meeting starts. */
  readonly "round-start": { readonly turn: number; readonly stage: string; readonly round: number };
  /** A round of discussion was judged. */
  readonly judgement: { readonly turn: number; readonly judgement: Judgement };
  /** A task was done, failed, was skipped or was handed over. */
  readonly task: { readonly turn: number; readonly result: TaskResult };
  /**
   * A supervisor that may replan has made a plan, or has been asked to check the results. `plan.outcome` says what
   * became of the plan.
   */
  readonly plan: { readonly turn: number; readonly plan: PlanRecord };
  /** A bid is known. Failed bids come last. `bidders`: the number of bids that the turn collects. */
  readonly bid: { readonly turn: number; readonly bid: Bid; readonly bidders: number };
  /**
   * The next speaker has been chosen. With `director.calls: "one"`, this event usually arrives in the middle of the
   * director's message.
   */
  readonly decision: { readonly turn: number; readonly decision: Decision };
  /** A model call failed. Rostrum will repeat it after a pause. */
  readonly retry: { readonly turn: number } & Retry;
  /**
   * A participant or the leader starts to speak. If `attempt` is above 1, the speech starts again: discard the earlier
   * text.
   */
  readonly "speech-start": { readonly turn: number; readonly speaker: string; readonly attempt: number };
  /** A speaker has called a tool. The call does not become part of the public conversation. */
  readonly "tool-call": { readonly turn: number; readonly toolCall: ToolCall };
  /** The next piece of a speech has arrived. */
  readonly "speech-delta": { readonly turn: number; readonly speaker: string; readonly text: string };
  /** A speech failed, and `bidding.runnerUp` is on. Discard the speech's text; Rostrum chooses another candidate. */
  readonly "speech-failed": { readonly turn: number; readonly speaker: string; readonly reason: string };
  /** A speech is complete. `text` enters the conversation. */
  readonly "speech-end": {
    readonly turn: number;
    readonly speaker: string;
    readonly text: string;
    /** The length: words in English, characters in Chinese. */
    readonly words: number;
    /** Whether the answer exceeded `maxAnswerLength`, so that the text is only its beginning. */
    readonly cut?: boolean;
  };
  /** A number was drawn for a stop condition, which holds if `draw < probability`. */
  readonly "stop-draw": StopDraw;
  /** A model was asked whether a stop condition holds. */
  readonly verdict: { readonly turn: number; readonly verdict: Verdict };
  /** The conversation is over. */
  readonly stopped: { readonly turn: number; readonly reason: StopReason };
}

export type EventType = keyof EventFields;

/**
 * For each kind of event, whether the history contains it, and when followers receive it. `saved`: in the history;
 * received when it happens and again, with its number, when it is saved. `saved-first`: in the history; received only
 * when it is saved. `unsaved`: not in the history; received when it happens.
 */
export const eventKinds = {
  "scene-set": "saved-first",
  correction: "saved-first",
  warning: "saved",
  opening: "saved-first",
  interjection: "saved-first",
  control: "saved-first",
  "round-start": "saved",
  judgement: "saved",
  task: "saved",
  plan: "saved",
  bid: "unsaved",
  decision: "saved",
  retry: "unsaved",
  "speech-start": "unsaved",
  "tool-call": "unsaved",
  "speech-delta": "unsaved",
  "speech-failed": "unsaved",
  "speech-end": "saved",
  "stop-draw": "saved",
  verdict: "saved",
  stopped: "saved-first",
} as const satisfies Readonly<Record<EventType, "saved" | "saved-first" | "unsaved">>;

type TypeOf<Kind> = { [Type in EventType]: (typeof eventKinds)[Type] extends Kind ? Type : never }[EventType];
export type SavedType = TypeOf<"saved" | "saved-first">;

export type EventOf<Type extends EventType> = { readonly type: Type } & EventFields[Type];
type EventIn<Types extends EventType> = { [Type in Types]: EventOf<Type> }[Types];
export type RostrumEvent = EventIn<EventType>;
/** An event of the current turn, emitted when it happens. */
export type PassingEvent = EventIn<TypeOf<"saved" | "unsaved">>;

/** A public message's id and place. */
export interface SaidMessage extends MessagePlace {
  readonly id: string;
}

/** A saved event. A `speech-end` event also has its public message's id and place. */
export type HistoryEvent<Type extends SavedType = SavedType> = {
  [Each in Type]: EventOf<Each> & (Each extends "speech-end" ? { readonly message: SaidMessage } : unknown);
}[Type];

/** A saved event with its number. */
export type NumberedEvent = HistoryEvent & {
  /** The event's number, which increases during the conversation. Turn 3 starts at 30,001. */
  readonly sequence: number;
};

export const isPassing = (event: RostrumEvent): event is PassingEvent => eventKinds[event.type] !== "saved-first";

/** A table with a function for each kind of event; null if the reader ignores the kind. */
export type EventReader<Event extends { readonly type: string }, Result = void, Context extends unknown[] = []> = {
  readonly [Type in Event["type"]]:
    | ((event: Extract<Event, { readonly type: Type }>, ...context: Context) => Result)
    | null;
};

/**
 * Calls the reader's function for the event's kind. Returns undefined if the reader ignores the kind, or if a newer
 * version of Rostrum sent a kind that this version does not know.
 */
export function readEvent<Event extends { readonly type: string }, Result, Context extends unknown[]>(
  reader: EventReader<Event, Result, Context>,
  event: Event,
  ...context: Context
): Result | undefined {
  type Read = (event: Event, ...context: Context) => Result;
  const read = reader[event.type as Event["type"]] as Read | null | undefined;
  return read?.(event, ...context);
}
