/** The library's types for the data that the page and the server exchange. */

export type { ConversationView as Snapshot, Responses } from "../src/apps/web/responses.js";
export type { Control, ControlRecord } from "../src/core/state/control-record.js";
export type { EventReader } from "../src/core/state/events.js";
export type { Participant } from "../src/core/state/participant.js";
export type { Scene as SceneRecord } from "../src/core/state/scene.js";
export type { Bid } from "../src/records/bid.js";
export type { Correction } from "../src/records/correction.js";
export type { Decision, Exclusion } from "../src/records/decision.js";
export type { Estimate } from "../src/records/estimate.js";
export type { Interjection } from "../src/records/interjection.js";
export type { Judgement } from "../src/records/meeting.js";
export type { MessageUsage } from "../src/records/message.js";
export type { Retry } from "../src/records/retry.js";
export type { StopDraw, StopReason } from "../src/records/stop-reason.js";
export type { PlanRecord, TaskResult } from "../src/records/task.js";
export type { ToolCall } from "../src/records/tool-call.js";
export type { UsageRow } from "../src/records/usage.js";
export type { NumberedEvent as Numbered } from "../src/talk/conversations/port/history.js";
export type {
  FollowedEvent as Followed,
  ListedConversation as Listed,
  ListedPage,
  ListOptions,
  StatusEvent as Status,
} from "../src/talk/conversations/port/port.js";
export type { TurnPrompt } from "../src/talk/conversations/port/turn-prompt.js";
export type { ConversationDocument } from "../src/talk/transcript/json.js";

/** The conversation is waiting for this person to speak or to approve a draft. */
export interface WaitingPerson {
  readonly id: string;
  readonly value: {
    readonly kind: string;
    readonly participant: string;
    readonly turn: number;
    readonly purpose: string;
    readonly task?: string | null;
    /** In ISO 8601; null if there is no deadline. */
    readonly deadline?: string | null;
    readonly draft?: string;
    readonly work?: { readonly answered: number };
  };
}

export const isDraft = ({ value }: WaitingPerson): boolean => value.kind === "approval";

/** The parts of JSON Schema that the page's forms support. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}
