/** Computes what the table shows: the turn in progress, or a past turn that the reader has opened. */

import type { LiveTurn, Talk } from "../../src/apps/react/talk.js";
import type { Bid, Decision, Interjection, Retry, StopReason } from "../port.js";
import { isDraft, type WaitingPerson } from "../port.js";
import { type ConversationRecord, linesOf, turnOf } from "./record.js";
import { type Seat, seatsOf } from "./standing.js";

export interface ShownSpeech {
  readonly speaker: string;
  readonly text: string;
  readonly isComplete: boolean;
  readonly attempt: number;
  /** How many more characters are expected. */
  readonly rest: number;
}

type Phase = "empty" | "opening" | "bidding" | "decided" | "speaking" | "spoken";

export interface Frame {
  /** 0 for the opening. */
  readonly turn: number;
  /** The last of the simultaneous turns if more than one of them has a speech; otherwise equals `turn`. */
  readonly until: number;
  readonly phase: Phase;
  readonly seats: readonly Seat[];
  readonly speeches: readonly ShownSpeech[];
  /** The speech before the last one, in the same turn, such as the director's question. */
  readonly lead: ShownSpeech | null;
  readonly heard: readonly Interjection[];
  /** The task in the supervisor's plan that the speaker carries out in this turn. */
  readonly task: string | null;
  /** Whether `speeches` belong to the previous turn because this turn's speech has not started. */
  readonly isEarlier: boolean;
  readonly decision: Decision | null;
  readonly bids: readonly Bid[];
  /** The number of bids that the turn collects; 0 if it is unknown. */
  readonly bidders: number;
  readonly stage: string | null;
  readonly round: number | null;
  readonly retry: Retry | null;
  /** Null before the end. */
  readonly end: StopReason | null;
}

export interface Moment {
  readonly bids: number;
  readonly isDecided: boolean;
  /** The number of characters of the turn's lines spoken so far. */
  readonly characters: number;
}

export const wholeTurn: Moment = {
  bids: Number.MAX_SAFE_INTEGER,
  isDecided: true,
  characters: Number.MAX_SAFE_INTEGER,
};

const emptyFrame = {
  lead: null,
  heard: [],
  task: null,
  stage: null,
  round: null,
  retry: null,
  end: null,
  decision: null,
  bids: [],
  bidders: 0,
  isEarlier: false,
};

/** The frame at a moment of a turn. Default: after the whole turn. */
export function frameAt(record: ConversationRecord, turn: number, moment: Moment = wholeTurn): Frame {
  return turn < 1 || record.turns.length === 0 ? openingFrame(record, moment) : turnFrame(record, turn, moment);
}

function openingFrame(record: ConversationRecord, moment: Moment): Frame {
  const opening = record.items.find(({ kind }) => kind === "opening");
  const lines = opening?.kind === "opening" ? [completeSpeech(opening)] : [];
  const speeches = moment === wholeTurn ? lines : cutAt(lines, moment.characters);
  const speaking = speeches.map(({ speaker }) => speaker);
  const seats = seatsOf(record, { turn: 0, bids: [], decision: null, speaking, awaited: [] });
  return { ...emptyFrame, turn: 0, until: 0, phase: opening ? "opening" : "empty", seats, speeches };
}

function turnFrame(record: ConversationRecord, turn: number, moment: Moment): Frame {
  const known = turnOf(record, turn);
  const lines = linesOf(record, turn).map(completeSpeech);
  const speeches = cutAt(lines, moment.characters);
  const isSpeaking = speeches.length > 0;
  const isOver = isSpeaking && speeches.length === lines.length && speeches.every(({ isComplete }) => isComplete);
  const decision = moment.isDecided ? (known?.decision ?? null) : null;
  const bids = (known?.decision?.bids ?? []).slice(0, moment.bids);
  const speaker = speeches.at(-1)?.speaker ?? decision?.speaker;
  const speaking = moment.isDecided && speaker !== undefined ? [speaker] : [];
  return {
    ...emptyFrame,
    turn,
    until: turn,
    phase: phaseOf(moment, isSpeaking, isOver),
    seats: seatsOf(record, { turn, bids, decision, speaking, awaited: [] }),
    lead: speeches.at(-2) ?? null,
    heard: heardBefore(record, turn),
    task: taskIn(record, turn),
    speeches: isSpeaking ? speeches.slice(-1) : speechBefore(record, turn),
    isEarlier: !isSpeaking,
    decision,
    bids,
    bidders: known?.decision?.bids.length ?? 0,
    stage: known?.stage ?? null,
    round: known?.round ?? null,
    end: isOver ? endAfter(record, turn) : null,
  };
}

function phaseOf({ isDecided }: Moment, isSpeaking: boolean, isOver: boolean): Phase {
  if (isOver) return "spoken";
  if (isSpeaking) return "speaking";
  return isDecided ? "decided" : "bidding";
}

/**
 * Returns the last speech before `turn`. Before a round's first turn, this is the round's opening or, if there is one,
 * the leader's plan.
 */
function speechBefore({ items }: ConversationRecord, turn: number): ShownSpeech[] {
  const said = items.findLast((item) => (item.kind === "line" || item.kind === "opening") && item.turn < turn);
  return said && "speaker" in said ? [completeSpeech(said)] : [];
}

function endAfter({ items, turns }: ConversationRecord, turn: number): StopReason | null {
  const last = items.at(-1);
  return turn === turns.at(-1)?.turn && last?.kind === "end" ? last.reason : null;
}

const completeSpeech = ({ speaker, text }: Pick<ShownSpeech, "speaker" | "text">): ShownSpeech => ({
  speaker,
  text,
  attempt: 1,
  rest: 0,
  isComplete: true,
});

function cutAt(lines: readonly ShownSpeech[], characters: number): ShownSpeech[] {
  const shown: ShownSpeech[] = [];
  let left = characters;
  for (const line of lines) {
    if (left <= 0) break;
    const text = line.text.slice(0, left);
    shown.push({ ...line, text, rest: line.text.length - text.length, isComplete: line.text.length <= left });
    left -= line.text.length;
  }
  return shown;
}

/** The frame of the turn in progress, or of the last turn if none is in progress. */
export function liveFrame(record: ConversationRecord, { live, status }: Pick<Talk, "live" | "status">): Frame {
  const waiting: readonly WaitingPerson[] = status?.waiting ?? [];
  const awaited = waiting.filter((each) => !isDraft(each)).map(({ value }) => value.participant);
  const drafting = waiting.filter(isDraft).map(({ value }) => value.participant);
  const last = frameAt(record, record.turns.at(-1)?.turn ?? 0);
  const isPlan = ({ turn }: LiveTurn) => turn === 0 && live.length > 1;
  const turns = live.filter((each) => !isPlan(each));
  const [current] = turns;
  if (!current) {
    if (waiting.length === 0) return last;
    const turn = waiting[0]?.value.turn ?? last.turn + 1;
    const seats = seatsOf(record, { turn, bids: [], decision: null, speaking: drafting, awaited });
    return { ...last, turn, until: turn, phase: "decided", seats, isEarlier: true, decision: null, bids: [] };
  }
  return { ...last, ...liveTurnFrame(record, turns, current, awaited, last) };
}

function liveTurnFrame(
  record: ConversationRecord,
  live: readonly LiveTurn[],
  current: LiveTurn,
  awaited: readonly string[],
  last: Frame,
): Partial<Frame> {
  const { turn, decision, retries } = current;
  const bids = current.bids.length > 0 ? current.bids : (decision?.bids ?? []);
  const expectedLength = averageLength(record);
  // Shows each turn's latest speech. Speeches of one turn follow one another, but turns can run at the same time.
  const spoken = live.map((each) => each.speeches.filter(({ text }) => text !== ""));
  const speeches = spoken.flatMap((said) =>
    said.slice(-1).map((speech) => ({
      ...speech,
      rest: speech.isComplete || live.length > 1 ? 0 : Math.max(0, expectedLength - speech.text.length),
    })),
  );
  const latest = live.flatMap((each) => each.speeches.slice(-1));
  const floor = latest.length > 0 ? latest.map(({ speaker }) => speaker) : decision ? [decision.speaker] : [];
  const before = live.length === 1 ? spoken[0]?.at(-2) : undefined;
  const seats = seatsOf(record, { turn, bids, decision, speaking: floor, awaited });
  const place = record.items.findLast((item) => item.kind === "round");
  return {
    turn,
    until: speeches.length > 1 ? (live.at(-1)?.turn ?? turn) : turn,
    phase: speeches.length > 0 ? "speaking" : decision ? "decided" : "bidding",
    seats,
    ...(speeches.length > 0
      ? { speeches, isEarlier: false }
      : { speeches: speechBefore(record, turn), isEarlier: true }),
    lead: before ? { ...before, rest: 0 } : null,
    heard: heardBefore(record, turn),
    task: taskIn(record, turn),
    decision,
    bids,
    bidders: current.bidders,
    stage: place?.kind === "round" ? place.stage : last.stage,
    round: place?.kind === "round" ? place.round : last.round,
    retry: speeches.length > 0 ? null : (retries.at(-1) ?? null),
    end: null,
  };
}

const heardBefore = ({ items }: ConversationRecord, turn: number): Interjection[] =>
  items.flatMap((item) =>
    item.kind === "interjection" && item.turn === turn - 1 && item.interjection.text !== "" ? [item.interjection] : [],
  );

function taskIn({ items }: ConversationRecord, turn: number): string | null {
  const found = items.find((item) => item.kind === "task" && item.turn === turn);
  return found?.kind === "task" ? found.result.task : null;
}

function averageLength({ items }: ConversationRecord): number {
  const lengths = items.slice(-12).flatMap((item) => (item.kind === "line" ? [item.text.length] : []));
  return lengths.length === 0 ? 240 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}
