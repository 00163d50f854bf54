/** What transcripts and terminals say about a conversation. Each language has all of it. */

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
  /** Follows the heading of tokens that nobody counted exactly: all of them, or some. */
  readonly estimated: { readonly all: string; readonly some: string };
  readonly purposes: Readonly<Record<Purpose, string>>;
  /** Heads the message that opens the conversation. */
  readonly opening: string;
  /** Heads the director's last message. */
  readonly closing: string;
  /** Heads what a listener added. */
  readonly interjection: string;
  /** Somebody asked for the floor, or what was added could not be taken up. */
  request(interjection: Interjection): string;
  /** What a stage is called that was given no name. */
  readonly stages: Readonly<Record<StageTask, string>>;
  /** Heads a round of a stage; a stage that has only one goes by its name. */
  round(stage: string, round: number, isOnly: boolean): string;
  judgement(judgement: Judgement): string;
  /** A task that was not done, and why. */
  task(result: TaskResult): string;
  /** Said of who leads the conversation without being in the cast. */
  readonly leads: string;
  readonly usage: string;
  number(value: number): string;
  /** A sum of money or another amount that may be a small fraction. */
  amount(value: number): string;
  /** What it all cost by the prices that were given. */
  cost(money: number): string;
  /** A number that was drawn from [0, 1). */
  draw(value: number): string;
  list(names: readonly string[]): string;
  seed(seed: number): string;
  date(time: Date): string;
  /** What an outcome adds to the number that was bid, or what stands in place of one. */
  readonly outcomes: Readonly<Record<Bid["outcome"], string>>;
  /** What aging and centre made of the bid that stands before it; the empty string where they did not. */
  score(score: Score): string;
  exclusion(exclusion: Exclusion): string;
  /** How the floor was given where the bids alone do not say it. */
  tie(tied: readonly string[], draw: number, speaker: string): string;
  /** What the rules that come along are called; other rules go by their names. */
  readonly rules: Readonly<Record<string, string>>;
  /** Somebody was asked by name; `granted` where that gave the floor, else the two had it between them for too long. */
  addressed(address: Address): string;
  /** A rule of another kind, with the number it drew, if it drew one. */
  chosen(rule: string, speaker: string, draw: number | null): string;
  /** An answer to "who speaks next?" that could not be read; null where the call failed. */
  unreadChoice(answer: string | null): string;
  /** A number was drawn to decide whether to stop. */
  stopDraw(draw: StopDraw): string;
  /** The whole sentence that says why the conversation ended. */
  stopped(reason: StopReason): string;
  /** For a conversation that was broken off after so many turns. */
  interrupted(turns: number): string;
  warning(warning: Warning): string;
  /** So many answers did not become public as they were given. */
  corrected(answers: number): string;
  /** Calls whose tokens nobody counted. */
  uncounted(calls: number): string;
}
