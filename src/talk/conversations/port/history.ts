import type { BaseMessage } from "@langchain/core/messages";
import { History } from "../../../core/history.js";
import type { NumberedEvent } from "../../../core/state/events.js";
import type { HistoryMessage, HistoryRecords } from "../../../core/state/history-records.js";
import { lineOf, placeOf } from "../../../core/text/message.js";
import { countWords } from "../../../core/text/word-count.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import type { Bid } from "../../../records/bid.js";
import type { Judgement } from "../../../records/meeting.js";
import type { PlanRecord, TaskResult } from "../../../records/task.js";
import { defaultLanguage } from "../../../words/registry.js";

export type { NumberedEvent, SaidMessage } from "../../../core/state/events.js";

/**
 * The saved state of a conversation in any mode, from which its history is derived. Fields are missing before the
 * conversation opens, or if the mode does not have them.
 */
export type HistoryState = Partial<
  Omit<Conversation, "messages"> & {
    readonly messages: readonly BaseMessage[];
    readonly bids: readonly Bid[];
    readonly judgements: readonly Judgement[];
    readonly results: readonly TaskResult[];
    readonly plans: readonly PlanRecord[];
  }
>;

class SavedMessage implements HistoryMessage {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  readonly place: HistoryMessage["place"];
  private counted: number | undefined;

  constructor(
    message: BaseMessage,
    private readonly language: Conversation["language"],
  ) {
    const { speaker, text } = lineOf(message);
    this.id = message.id ?? "";
    this.speaker = speaker;
    this.text = text;
    this.place = placeOf(message);
  }

  /**
   * Counts the words on first use, because a long conversation's history has many messages whose word counts are never
   * read.
   */
  get words(): number {
    this.counted ??= countWords(this.text, this.language);
    return this.counted;
  }
}

/**
 * Whether the conversation needs no more closing words: the leader has spoken them, there is no leader, or the budget
 * ran out and may not cover them.
 */
function hasLastWord({ messages = [], scenes = [], opening, budgetStop }: HistoryState): boolean {
  if (!opening?.leader || budgetStop) return true;
  const firstOfRun = scenes.at(-1)?.before.messages ?? 0;
  return messages.slice(firstOfRun).some((message) => placeOf(message)?.kind === "closing");
}

function recordsIn(state: HistoryState): HistoryRecords {
  const { messages = [], scenes = [], language = defaultLanguage, stopReason } = state;
  return {
    messageCount: messages.length,
    messageAt: (index) => new SavedMessage(messages[index] as BaseMessage, language),
    scenes,
    decisions: state.decisions ?? [],
    corrections: state.corrections ?? [],
    interjections: state.interjections ?? [],
    controls: state.controls ?? [],
    warnings: state.warnings ?? [],
    judgements: state.judgements ?? [],
    verdicts: state.verdicts ?? [],
    stopDraws: state.stopDraws ?? [],
    results: state.results ?? [],
    plans: state.plans ?? [],
    bids: state.bids ?? [],
    turn: state.turn ?? 0,
    end: stopReason && hasLastWord(state) ? stopReason : null,
  };
}

export type Course = Pick<History, "numbered" | "underWay">;

/** `underWay`: the current turn's events that the state contains. */
export const courseOf = (state: HistoryState): Course => new History(recordsIn(state));

/**
 * Adds the new records to `known` or, if `known` does not belong to an earlier state of the same conversation, derives
 * a new course.
 */
export function continueCourse(known: Course, state: HistoryState): Course {
  const records = recordsIn(state);
  if (!(known instanceof History && known.isContinuedBy(records))) return new History(records);
  known.read(records);
  return known;
}

export const eventsAfter = ({ numbered }: Course, after: number): NumberedEvent[] =>
  numbered.slice(numbered.findLastIndex(({ sequence }) => sequence <= after) + 1);

/**
 * Returns a conversation's numbered events, derived from its saved state.
 *
 * @param after - The sequence of the last event that the caller already has. Default: 0, which returns all events.
 */
export const historyOf = (state: HistoryState, after = 0): NumberedEvent[] => eventsAfter(courseOf(state), after);
