import type { BaseMessage } from "@langchain/core/messages";
import { z } from "zod/v4";
import type { Named } from "../../base/is-record.js";
import type { ControlRecord } from "../../core/state/control-record.js";
import type { EventType } from "../../core/state/events.js";
import type { Participant } from "../../core/state/participant.js";
import { savedLists, savedPlans, savedUsage } from "../../core/state/saved-conversation.js";
import { listOf, SavedFormat } from "../../core/state/saved-format.js";
import { lineOf, placeOf } from "../../core/text/message.js";
import { countWords } from "../../core/text/word-count.js";
import { type Prices, spentOn } from "../../core/usage/budget.js";
import { totalUsage } from "../../core/usage/usage.js";
import type { Conversation } from "../../graph/state/conversation-state.js";
import type { Correction } from "../../records/correction.js";
import type { Decision } from "../../records/decision.js";
import type { Interjection } from "../../records/interjection.js";
import type { FinalDecision, Judgement } from "../../records/meeting.js";
import type { MessagePlace } from "../../records/message.js";
import type { StopDraw, StopReason, Verdict } from "../../records/stop-reason.js";
import type { PlanRecord, TaskResult } from "../../records/task.js";
import type { ToolCall } from "../../records/tool-call.js";
import type { UsageRow, UsageTotals, Warning } from "../../records/usage.js";
import { type Language, languages } from "../../words/registry.js";
import { reasonOf } from "./reason.js";

export interface ExportedMessage extends Pick<MessagePlace, "stage" | "round" | "replyingTo" | "cut" | "usage"> {
  readonly id: string | null;
  /** The speaker's name; for a message without a name, a label for its type. */
  readonly name: string;
  readonly text: string;
  /** The turn of the message: 0 for the first opening message; null for messages added by other programs. */
  readonly turn: number | null;
  /** The time in ISO 8601; null for messages added by other programs. */
  readonly time: string | null;
  readonly kind: MessagePlace["kind"] | "other";
  /** The length of the text in words, counted in the same way as for word limits. */
  readonly words: number;
}

export interface ExportedDecision extends Decision {
  /** Explains why the speaker had the floor, in the conversation's language. */
  readonly reason: string;
}

/**
 * An exported conversation. Contains derived values, such as word counts and costs, so that readers need not compute
 * them.
 */
export interface ConversationDocument {
  /** The version of this format. {@link readExport} migrates documents of earlier versions. */
  readonly version: number;
  /** Whether the document contains only what everybody may know; see `publicCopy`. Absent otherwise. */
  readonly isPublic?: true;
  readonly mode: string;
  /** The conversation's title; null if it has none. */
  readonly title: string | null;
  readonly topic: string;
  readonly language: Language;
  readonly seed: number | null;
  readonly participants: readonly Participant[];
  /** The director or the supervisor, with the mode's settings for the role; null in modes without a leader. */
  readonly leader: (Participant & Named) | null;
  readonly messages: readonly ExportedMessage[];
  readonly decisions: readonly ExportedDecision[];
  readonly usage: {
    readonly rows: readonly UsageRow[];
    readonly totals: UsageTotals;
    /** The cost, in the currency of `prices`; null if no prices were given. */
    readonly money: number | null;
    readonly prices: Prices;
  };
  /** All random draws that decided whether to stop. */
  readonly stopDraws: readonly StopDraw[];
  /** The answers that models gave when asked whether the conversation should end. */
  readonly verdicts: readonly Verdict[];
  /** Why the conversation ended; null if it has not ended. */
  readonly stopReason: StopReason | null;
  readonly warnings: readonly Warning[];
  /** Answers that were changed or requested again, and drafts that a person reviewed. */
  readonly corrections: readonly Correction[];
  /** The messages and raised hands that people sent, including those that could not be used. */
  readonly interjections: readonly Interjection[];
  /** The requests to steer the conversation, including refused requests. */
  readonly controls: readonly ControlRecord[];
  /** The tool calls that speakers made before they spoke. */
  readonly toolCalls: readonly ToolCall[];
  readonly judgements: readonly Judgement[];
  /** A meeting's decision; null if nothing was decided. */
  readonly finalDecision: FinalDecision | null;
  /** The results of a supervisor's tasks, including tasks that failed, were skipped or were handed over. */
  readonly results: readonly TaskResult[];
  /**
   * Every version of a replanning supervisor's plan, and the supervisor's decision each time it looked at results.
   * Absent in documents that an earlier version of Rostrum wrote.
   */
  readonly plans?: readonly PlanRecord[];
}

type DecisionsOnly = Pick<ConversationDocument, "language" | "leader"> & { readonly decisions: readonly Decision[] };

const withReasons = ({ decisions, language, leader }: DecisionsOnly): ExportedDecision[] =>
  decisions.map((decision) => ({ ...decision, reason: reasonOf(decision, language, leader?.name) }));

export const exportFormat = new SavedFormat("export", {
  schema: z.looseObject({
    mode: z.string(),
    topic: z.string(),
    language: z.enum(languages),
    usage: z.looseObject({ rows: savedUsage, totals: z.looseObject({}), prices: z.looseObject({}) }),
    messages: listOf({ name: "string", text: "string", kind: "string" }),
    ...savedLists,
    plans: savedPlans.optional(),
  }),
  // Version 2 adds a reason to each decision.
  migrations: [(saved) => ({ ...saved, decisions: withReasons(saved as Named & DecisionsOnly) })],
});

/**
 * Maps each event type to the document field that contains its data, or to null if exports do not contain that data.
 */
export const documentFields = {
  "scene-set": "participants",
  opening: "messages",
  interjection: "interjections",
  control: "controls",
  "round-start": "messages",
  bid: "decisions",
  decision: "decisions",
  retry: null,
  "speech-start": null,
  "speech-delta": null,
  "speech-failed": null,
  "speech-end": "messages",
  "tool-call": "toolCalls",
  correction: "corrections",
  warning: "warnings",
  judgement: "judgements",
  task: "results",
  plan: "plans",
  verdict: "verdicts",
  "stop-draw": "stopDraws",
  stopped: "stopReason",
} as const satisfies Readonly<Record<EventType, keyof ConversationDocument | null>>;

/** The part of a conversation's state that an export needs, in any mode. */
export interface ExportableState
  extends Pick<ConversationDocument, "topic" | "language" | "participants" | "stopReason">,
    Pick<ConversationDocument, "warnings" | "corrections">,
    Partial<Pick<ConversationDocument, "interjections" | "controls" | "stopDraws" | "verdicts">>,
    Partial<Pick<ConversationDocument, "toolCalls" | "judgements">>,
    Partial<Pick<ConversationDocument, "finalDecision" | "results" | "plans">>,
    Pick<Conversation, "turn" | "maxTurns">,
    Partial<Pick<Conversation, "seed" | "prices">> {
  readonly messages: readonly BaseMessage[];
  readonly decisions: readonly Decision[];
  readonly usage: readonly UsageRow[];
  readonly director?: (Participant & Named) | undefined;
  readonly supervisor?: (Participant & Named) | undefined;
}

const outside = {
  turn: null,
  time: null,
  kind: "other",
  stage: null,
  round: null,
  replyingTo: null,
  cut: false,
  usage: undefined,
} as const;

function exportMessage(message: BaseMessage, language: Language): ExportedMessage {
  const { cut, usage, ...place } = placeOf(message) ?? outside;
  const words = countWords(message.text, language);
  const { speaker: name, text } = lineOf(message);
  return { id: message.id ?? null, name, text, ...place, words, ...(cut && { cut }), ...(usage && { usage }) };
}

function exportUsage({ usage: rows, prices = {} }: ExportableState): ConversationDocument["usage"] {
  const isPriced = Object.keys(prices).length > 0;
  return { rows, totals: totalUsage(rows), money: isPriced ? spentOn(rows, prices).money : null, prices };
}

/**
 * Exports a conversation as a plain object, from the state that a graph returned. `--json` prints this object, and
 * {@link renderMarkdown} renders it. The heading of transcripts is `title`, or the topic if there is no title.
 *
 * @example
 * ```ts
 * const page = renderMarkdown(exportConversation("bidding", await graph.invoke({ topic: "Tea or coffee?" })));
 * ```
 */
export function exportConversation(mode: string, state: ExportableState, title?: string): ConversationDocument {
  const leader = state.director ?? state.supervisor ?? null;
  return {
    version: exportFormat.version,
    mode,
    title: title ?? null,
    topic: state.topic,
    language: state.language,
    seed: state.seed ?? null,
    participants: state.participants,
    leader,
    messages: state.messages.map((message) => exportMessage(message, state.language)),
    decisions: withReasons({ decisions: state.decisions, language: state.language, leader }),
    usage: exportUsage(state),
    stopDraws: state.stopDraws ?? [],
    verdicts: state.verdicts ?? [],
    stopReason: state.stopReason,
    warnings: state.warnings,
    corrections: state.corrections,
    interjections: state.interjections ?? [],
    controls: state.controls ?? [],
    toolCalls: state.toolCalls ?? [],
    judgements: state.judgements ?? [],
    finalDecision: state.finalDecision ?? null,
    results: state.results ?? [],
    plans: state.plans ?? [],
  };
}

/**
 * Parses the JSON text of an object that {@link exportConversation} returned. Migrates exports from older versions of
 * Rostrum.
 *
 * @param name - The name of the text in errors, such as its file name. Default: `JSON`.
 * @throws {RostrumError} `unreadable-save` if the text is not an export, or if a newer version of Rostrum wrote it.
 *
 * @example
 * ```ts
 * const page = renderMarkdown(readExport(await readFile("talk.json", "utf8"), "talk.json"));
 * ```
 */
export const readExport = (json: string, name = "JSON"): ConversationDocument =>
  // The type assertion is needed because the schema checks only the fields that readers rely on.
  exportFormat.parse(json, name) as unknown as ConversationDocument;
