/**
 * The responses of the HTTP API. `npm run generate` writes the JSON Schemas of these types to `responses.json`, from
 * which the OpenAPI document is generated.
 */
import type { Named } from "../../base/is-record.js";
import type { Opening } from "../../core/state/scene.js";
import type { Spending } from "../../core/usage/budget.js";
import type { RostrumErrorCode } from "../../errors/rostrum-error.js";
import type { KnownModels } from "../../graph/models/model-source.js";
import type { Estimate } from "../../records/estimate.js";
import type { InterjectResult } from "../../records/interjection.js";
import type { StopDraw, StopReason } from "../../records/stop-reason.js";
import type { ToolCall } from "../../records/tool-call.js";
import type { UsageRow, UsageTotals } from "../../records/usage.js";
import type { ConversationSnapshot, FollowedEvent, ListedPage } from "../../talk/conversations/port/port.js";
import type { TurnPrompt } from "../../talk/conversations/port/turn-prompt.js";
import type { ConversationDocument } from "../../talk/transcript/json.js";
import type { ProblemCode } from "../../words/en/error-words.js";
import type { Language } from "../../words/registry.js";
import type { TypingEvent } from "./typing.js";

/** A conversation, without its events and messages. */
export interface ConversationView extends Omit<ConversationSnapshot, "state"> {
  /** The number of turns so far. */
  readonly turn: number;
  /** Why the conversation ended; null if it has not ended. */
  readonly stopReason: StopReason | null;
  /** The topic and the opening question; null before the conversation opens. */
  readonly opening: Opening | null;
  /** The fields of the conversation's input. */
  readonly settings: Named;
  readonly usage: { readonly rows: readonly UsageRow[]; readonly totals: UsageTotals };
  /** The latest run's spending, as of its last budget check; null before the conversation opens. */
  readonly spending: Spending | null;
  /** All random draws that decided whether to stop. */
  readonly stopDraws: readonly StopDraw[];
  readonly toolCalls: readonly ToolCall[];
  /** The participants to whose seats the sender was invited; null if the sender uses the app without an invitation. */
  readonly seats: readonly string[] | null;
}

/** A mode, with the data that a form needs to offer the mode. */
export interface ModeDescription {
  readonly name: string;
  /** One line about the mode, by language. */
  readonly summary: Readonly<Record<Language, string>>;
  /** The input of the mode's example conversation, by language. */
  readonly example: Readonly<Record<Language, Named>>;
  /** The JSON Schema of all settings, including those of the run's context. */
  readonly schema: Named;
  /** The names of the settings that belong to the run's context. */
  readonly context: readonly string[];
}

export interface ShippedScenario {
  readonly name: string;
  /** The scenario file's settings. */
  readonly fields: Named;
}

/** One problem in an input. */
interface FieldProblem {
  /** The field as a path, such as `participants[1].name`. */
  readonly field: string;
  readonly code: ProblemCode;
  /** The values used in the message. */
  readonly params: object;
  /** What is wrong and what is allowed. */
  readonly message: string;
}

/** The body of an error response. */
export interface Failure {
  readonly code: RostrumErrorCode;
  /** The message, in the language that the client requests with `?lang=` or `Accept-Language`. */
  readonly message: string;
  /** All problems if the code is `invalid-input`; otherwise an empty list. */
  readonly problems: readonly FieldProblem[];
}

/** An event of a conversation, or the signal that a person is typing. */
type StreamedEvent = FollowedEvent | TypingEvent;

/**
 * The JSON that each operation returns, or sends as the data of events. `failure` is returned by any operation that
 * fails. Operations that are not listed return no body, except `runAgUi`, whose events have AG-UI's types.
 */
export interface Responses {
  readonly listConversations: ListedPage;
  readonly startConversation: {
    readonly thread: string;
    /**
     * Whether the conversation is new. False if the request added a round to an ended conversation, or if an earlier
     * request had the same idempotency key.
     */
    readonly isNew: boolean;
  };
  readonly estimateConversation: Estimate;
  readonly readConversation: ConversationView;
  /** The data of each server-sent event. */
  readonly followConversation: StreamedEvent;
  readonly readPrompts: readonly TurnPrompt[];
  readonly interject: InterjectResult;
  readonly control: InterjectResult;
  /** The invitation. Its token is null if invitations have no tokens. */
  readonly invite: { readonly token: string | null };
  readonly forkConversation: { readonly thread: string };
  readonly exportConversation: ConversationDocument;
  readonly listModes: readonly ModeDescription[];
  readonly listModels: KnownModels;
  readonly listScenarios: readonly ShippedScenario[];
  readonly failure: Failure;
}
