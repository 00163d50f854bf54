/** What the page and the server tell each other. Of the library it takes types only: the page shares no code with it. */
import type { ConversationSnapshot } from "../src/conversations/port.js";
import type { ToolCall } from "../src/state/records.js";
import type { StopDraw } from "../src/stopping/stop-reason.js";
import type { UsageRow } from "../src/usage/usage.js";

export type { NumberedEvent as Numbered } from "../src/conversations/history.js";
export type {
  FollowedEvent as Followed,
  ListedConversation as Listed,
  PassingEvent as Passing,
  StatusEvent as Status,
} from "../src/conversations/port.js";
export type { TurnPrompt } from "../src/conversations/prompts.js";
export type { Bid } from "../src/selection/bid.js";
export type { Decision, Exclusion, Score } from "../src/selection/decision.js";
export type { Control, ControlRecord } from "../src/state/control.js";
export type { Retry } from "../src/state/events.js";
export type { Participant } from "../src/state/participant.js";
export type { Correction, Interjection, Judgement, TaskResult, ToolCall } from "../src/state/records.js";
export type { StopDraw, StopReason } from "../src/stopping/stop-reason.js";
export type { ConversationDocument } from "../src/transcript/json.js";
export type { UsageRow } from "../src/usage/usage.js";

/** Somebody whom the conversation waits for: for a line, or for the approval of a draft. */
export interface WaitingPerson {
  readonly id: string;
  readonly value: {
    readonly kind: string;
    readonly participant: string;
    readonly turn: number;
    readonly purpose: string;
    readonly task?: string | null;
    /** When a turn passes, in ISO 8601. */
    readonly deadline?: string | null;
    readonly draft?: string;
    readonly work?: { readonly answered: number };
  };
}

export const isDraft = ({ value }: WaitingPerson): boolean => value.kind === "approval";

/** What the server tells of a conversation beside its events. */
export interface Snapshot extends Pick<ConversationSnapshot, "thread" | "mode" | "title" | "context" | "status"> {
  /** The input fields. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly usage: { readonly rows: readonly UsageRow[] };
  readonly stopDraws: readonly StopDraw[];
  readonly toolCalls: readonly ToolCall[];
}
