import type { Bid } from "../../records/bid.js";
import type { Correction } from "../../records/correction.js";
import type { Score } from "../../records/decision.js";
import type { Judgement } from "../../records/meeting.js";
import type { Retry } from "../../records/retry.js";
import type { StopDraw, StopReason } from "../../records/stop-reason.js";
import type { PlanRecord, TaskResult } from "../../records/task.js";
import { common, count, type Endings, type ReasonOf } from "./common.js";

const { number, amount, draw, list, percent } = common;

/** For phrases that transcripts use within a line, and that stand alone on the page. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const endings: Endings = {
  ...common.endings,
  turns: ({ turn, limit }) => `the limit of ${count(limit, turn > limit ? "new turn" : "turn")} was reached`,
  silence: ({ turns, threshold }) => `nobody wanted the floor: no bid above ${threshold} in ${count(turns, "auction")}`,
  probability: ({ draw: drawn, probability }) =>
    `the draw of ${draw(drawn)} was below the probability of ${amount(probability)}`,
  repetition: ({ turns, share, words }) =>
    `the last ${count(turns, "speech", "speeches")} repeated what had been said before (${percent(share)} of the significant words, such as ${list(words.map((word) => `“${word}”`))})`,
  agreement: ({ on }) => `the participants agreed${on ? `: ${on}` : ""}`,
  stages: ({ rounds }) => `all stages are complete, after ${count(rounds, "round")} of discussion`,
  "cut-short": ({ reason }) => `the discussion ended early: ${ending(reason)}`,
  budget: ({ budget, spent, limit }) =>
    `the ${common.budgets[budget]} budget does not cover another turn (${amount(spent)} of ${amount(limit)} spent)`,
  all: ({ reasons }) => reasons.map((each) => ending(each)).join("; and "),
};

/** A newer server may send a kind that this page does not know. */
function ending<Kind extends StopReason["kind"]>(reason: ReasonOf<Kind>): string {
  return endings[reason.kind]?.(reason) ?? reason.kind;
}

export const conversation = {
  stage: {
    views: { stage: "Stage", text: "Transcript", account: "Account" },
    viewsLabel: "View",
    seats: "Seats",
    turn: (turn: number, of: number) => (of >= turn && of > 0 ? `Turn ${turn} of ${of}` : common.turn(turn)),
    turns: (from: number, to: number) => `Turns ${from} to ${to}, simultaneous`,
    opening: common.opening,
    setting: "Setting the scene…",
    round: (stage: string, round: number) => (round > 1 ? `${stage}, round ${round}` : stage),
    bidsIn: (bids: number, bidders: number) =>
      bids === 0 ? "Who wants the floor?" : `Collecting bids: ${number(bids)} of ${number(bidders)}`,
    nothingNew: (seconds: number) => ` · nothing new for ${number(seconds)} s`,
    moment: (turn: number, isUnderWay: boolean) =>
      turn === 0 ? "before the first turn" : `${isUnderWay ? "during" : "after"} turn ${number(turn)}`,
    halts: {
      queued: () => "Waiting in the queue",
      paused: (moment) => `Paused ${moment}`,
      stopped: (moment) => `Stopped ${moment}`,
      failed: (moment) => `Failed ${moment}`,
      "cut-off": (moment) => `The server stopped ${moment}. “Continue” resumes from there.`,
    } as Readonly<Record<string, (moment: string) => string>>,
    hasFloor: "has the floor",
    waitsFor: (names: readonly string[]) => `Waiting for ${list(names)} to speak`,
    typing: (names: readonly string[]) => `${list(names)} ${names.length > 1 ? "are" : "is"} typing…`,
    waitsForApproval: (names: readonly string[]) => `What ${list(names)} will say is waiting for approval`,
    end: (reason: StopReason) => `Ended after ${count(reason.turn, "turn")}: ${ending(reason)}.`,
    lead: common.leads,
    person: common.person,
    waited: (turns: number) => `silent for ${count(turns, "turn")}`,
    handUp: "hand raised",
    awaited: "your turn",
    toSpeak: "their turn",
    yours: "your seat",
    asked: {
      hand: "asks for the floor",
      next: "speaks next",
      mute: "will be muted",
      unmute: "will be unmuted",
      remove: "will leave",
    },
    muted: "muted",
    bid: (value: number) => `bid ${value}`,
    outcomes: { ...common.outcomes, "hand-down": "–", unreadable: "?" } as Readonly<Record<Bid["outcome"], string>>,
    exclusions: common.exclusions as Readonly<Record<string, string>>,
    draw: (value: number, name: string) => `The draw of ${draw(value)} selects ${name}`,
    retry: (retry: Retry) => capital(common.retry(retry)),
    attempt: (attempt: number) => `attempt ${attempt}: the speech starts again`,
    why: "Why?",
    whyTurn: (turn: number) => `Why? Turn ${turn}`,
    judgement: (judgement: Judgement) => capital(common.judgement(judgement)),
    task: (result: TaskResult) => capital(common.task(result)),
    plan: (plan: PlanRecord) => capital(common.plan(plan)),
    toRoom: "to the room",
    to: (name: string) => `to ${name}`,
    raises: (name: string) => `${name} raises a hand`,
    cut: common.cut,
    leftOut: "could not be used",
    tool: (speaker: string, tool: string) => `${speaker} uses ${tool}`,
    control: common.control,
    announceFloor: (name: string) => `${name} has the floor.`,
  },
  rules: {
    "highest-bid": "Highest bid",
    "proportional-fair": "Fair share of the floor",
    "longest-silence": "Silent for too long",
    "directors-choice": "The director's choice",
    assigned: "Assigned the task",
    "round-robin": "Next in order",
    selector: "Chosen by a model",
    "least-recent": "Silent longest",
    lottery: "Drawn by lot",
    "in-turn": "Next in the stage",
    together: "All at once",
    "only-candidate": "The only candidate",
    "raised-hand": "Raised a hand",
    "spoken-to": "Was spoken to",
    called: "Called on",
    "by-hand": "Chosen manually",
    "fallback-first": "No readable choice: the first candidate",
    "fallback-least-recent": "No readable choice: silent longest",
    "fallback-random": "No readable choice: drawn",
  } as Readonly<Record<string, string>>,
  strip: {
    label: "Turns",
    previous: "Previous turn",
    next: "Next turn",
    live: "Live",
    backToLive: "Back to live",
    toEnd: "To the end",
    play: "Play",
    pause: "Pause",
    speed: (factor: number) => `Speed ${factor}×`,
    position: (turn: number, of: number) => `${turn} / ${of}`,
  },
  legend: {
    title: "What the table shows",
    seat: {
      name: "Seat",
      meaning: "A participant. The higher the seat rises, the more the participant wants to speak.",
    },
    number: { name: "Number", meaning: "The participant's bid: how much the participant wants to speak." },
    dots: { name: "Dots", meaning: "One for each turn since the participant last spoke; at most eight." },
    lamp: { name: "Lamp", meaning: "Shines on the participant who has the floor." },
    skip: "Got it",
  },
  transcript: {
    tools: "Find and show",
    search: "Search the transcript",
    hits: (at: number, of: number) => (of === 0 ? "nothing found" : `${number(at)} of ${number(of)}`),
    previousHit: "Previous match",
    nextHit: "Next match",
    jump: "Turn",
    bids: "Bids",
  },
  why: {
    title: "Why this speaker?",
    summary: (rule: string, speaker: string) => `${rule}: ${speaker}.`,
    addressed: (by: string, to: string) => `${by} had spoken to ${to} directly.`,
    refused: (by: string, to: string) =>
      `${by} had asked ${to} a direct question, but the two had just answered each other twice in a row.`,
    tie: (names: readonly string[]) => `Tie between ${list(names)}.`,
    bids: "Bids",
    candidates: "Candidates",
    excluded: "Excluded",
    terms(score: Score) {
      const terms = common.score(score);
      return terms && `bid ${number(score.bid)} ${terms}`;
    },
    rawAnswers: (answers: number) => count(answers, "raw answer"),
    unreadable: "unreadable",
    choice: "The choice, verbatim",
    noAnswer: "(no answer: the call failed)",
    drawHelp: "A number between 0 and 1, computed from the seed; each tied participant has an equal chance.",
    byLot: (value: number) => `Drawn: ${draw(value)}`,
    stop: "Does the conversation end here?",
    stopDraw: (drawn: StopDraw) => `${capital(common.stopDraw(drawn))}.`,
    corrections: "Corrections and reviews",
    faults: {
      "own-label": "began with the speaker's name",
      "other-speaker": "spoke for somebody else",
      heading: "had headings",
      "wrong-addressee": "asked the wrong person",
      "no-addressee": "named nobody",
      repetition: "repeated an earlier answer",
      "cut-off": "broke off",
      "too-long": "was cut off at the length limit",
      empty: "was empty",
      approved: "was approved",
      edited: "was edited by a person",
      rejected: "was rejected by a person",
    } satisfies Readonly<Record<Correction["faults"][number], string>> as Readonly<Record<string, string>>,
    tools: "Tool calls",
    none: "No decision was needed here.",
    branch: "Branch from here",
    prompts: "Prompts",
    promptsHelp:
      "The first prompt of each call, rebuilt from the saved states and the latest run's settings. Later attempts and tool calls are not shown.",
    promptsNone: "This turn's prompts cannot be rebuilt.",
  },
};

export interface ConversationWords extends Readonly<typeof conversation> {}
