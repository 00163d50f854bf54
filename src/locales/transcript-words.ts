/** The type of each language's words for transcripts and terminals. */
import type { Purpose } from "../models/request.js";
import type { Bid } from "../selection/bid.js";
import type { Address, Exclusion, Score } from "../selection/decision.js";
import type { Interjection } from "../state/interjection.js";
import type { Judgement, StageTask } from "../state/stage.js";
import type { TaskResult } from "../state/task.js";
import type { StopDraw, StopReason } from "../stopping/stop-reason.js";
import type { Warning } from "../usage/task-usage.js";

/** Headings of the small tables. */
interface ColumnWords {
  readonly participant: string;
  readonly speaker: string;
  readonly role: string;
  readonly location: string;
  readonly description: string;
  readonly purpose: string;
  readonly model: string;
  readonly calls: string;
  readonly inputTokens: string;
  readonly outputTokens: string;
  readonly money: string;
  readonly total: string;
}

export interface TranscriptWords {
  /** Between a label and what it labels. */
  readonly colon: string;
  readonly columns: ColumnWords;
  /** Follows the heading of estimated tokens: all of them, or some. */
  readonly estimated: { readonly all: string; readonly some: string };
  readonly purposes: Readonly<Record<Purpose, string>>;
  /** Heads the message that opens the conversation. */
  readonly opening: string;
  /** Heads the director's last message. */
  readonly closing: string;
  /** Heads what a listener added. */
  readonly interjection: string;
  /** Somebody raised a hand, or an interjection was left out. */
  request(interjection: Interjection): string;
  /** Names of stages without a name of their own. */
  readonly stages: Readonly<Record<StageTask, string>>;
  /** Heads a round of a stage; `isOnly`: the stage has no other. */
  round(stage: string, round: number, isOnly: boolean): string;
  judgement(judgement: Judgement): string;
  /** A task that was not done, and why. */
  task(result: TaskResult): string;
  /** The role of a leader who is not in the cast. */
  readonly leads: string;
  readonly usage: string;
  number(value: number): string;
  /** A sum of money or another amount that may be a small fraction. */
  amount(value: number): string;
  /** The total cost by the given prices. */
  cost(money: number): string;
  /** A number drawn from [0, 1). */
  draw(value: number): string;
  list(names: readonly string[]): string;
  seed(seed: number): string;
  date(time: Date): string;
  /** Follows the number that was bid, or replaces it. */
  readonly outcomes: Readonly<Record<Bid["outcome"], string>>;
  /** How aging, mentions and centring changed the bid before it; empty where they did not. */
  score(score: Score): string;
  exclusion(exclusion: Exclusion): string;
  /** How a tie was broken. */
  tie(tied: readonly string[], draw: number, speaker: string): string;
  /** Names of the built-in rules; other rules go by their own. */
  readonly rules: Readonly<Record<string, string>>;
  /** Somebody was asked by name; not `granted` where the two have talked between themselves for too long. */
  addressed(address: Address): string;
  /** The choice of a rule, with the number it drew, if any. */
  chosen(rule: string, speaker: string, draw: number | null): string;
  /** An unreadable choice of the next speaker; null where the call failed. */
  unreadChoice(answer: string | null): string;
  /** A draw that decided whether to stop. */
  stopDraw(draw: StopDraw): string;
  /** The whole sentence that says why the conversation ended. */
  stopped(reason: StopReason): string;
  /** The same for a conversation that was interrupted. */
  interrupted(turns: number): string;
  warning(warning: Warning): string;
  /** Why an assigned model or agent is unused. */
  readonly unknownName: string;
  /** Why a prompt was shortened: it was too long for its model; `dropped` messages were left out, or summarized instead. */
  shortened(turn: number, dropped: number, isSummarized: boolean): string;
  /** How many answers were cleaned or asked for again. */
  corrected(answers: number): string;
  /** How many calls came without a count of their tokens. */
  uncounted(calls: number): string;
}
