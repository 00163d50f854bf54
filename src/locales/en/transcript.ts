/** The English words of transcripts. */
import { lazy } from "../../lazy.js";
import type { Purpose } from "../../models/request.js";
import type { Bid } from "../../selection/bid.js";
import type { Address, Exclusion, Score } from "../../selection/decision.js";
import type { Interjection, InterjectionProblem, Judgement, StageTask, TaskResult } from "../../state/records.js";
import type { StopDraw, StopReason } from "../../stopping/stop-reason.js";
import type { Warning } from "../../usage/task-usage.js";

const numbers = lazy(() => new Intl.NumberFormat("en", { maximumFractionDigits: 3 }));
const names = lazy(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));
const dates = lazy(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }));

const number = (value: number) => numbers().format(value).replace("-", "−");
/** Amounts of whatever a budget counts: money comes in small fractions. */
const amounts = lazy(() => new Intl.NumberFormat("en", { maximumSignificantDigits: 6 }));
const amount = (value: number) => amounts().format(value);
const draw = (value: number) => value.toFixed(3);
const count = (many: number, one: string) => `${number(many)} ${one}${many === 1 ? "" : "s"}`;

/** The condition that held. */
function held(reason: StopReason): string {
  switch (reason.kind) {
    case "turns":
      return `reached the limit of ${count(reason.limit, "turn")}`;
    case "phrase":
      return `${reason.speaker} said “${reason.phrase}”`;
    case "silence":
      return `nobody wanted the floor (highest bid in the last ${count(reason.turns, "auction")}: ${number(reason.highest)}, not over ${number(reason.threshold)})`;
    case "bernoulli":
      return `drew ${draw(reason.draw)}, below the probability ${number(reason.probability)}`;
    case "stages":
      return `all stages are complete, with ${count(reason.rounds, "round")} of discussion`;
    case "cut-short":
      return `the discussion ended early, after ${count(reason.reason.turn, "turn")} (${held(reason.reason)})`;
    case "tasks":
      return `${number(reason.done)} of ${count(reason.tasks, "task")} ${reason.done === 1 ? "is" : "are"} done`;
    case "budget": {
      const { limit, spent } = reason;
      const [most, used] = [limit, spent].map(amount);
      const of = { calls: "call", tokens: "token", seconds: "time", money: "money" }[reason.budget];
      return spent >= limit
        ? `the ${of} budget is used up (${used} of ${most})`
        : `the ${of} budget does not cover another turn (${used} of ${most} used)`;
    }
    case "all":
      return reason.reasons.map(held).join("; and ");
    case "custom":
      return reason.words?.en ?? reason.description;
  }
}

const exclusions: Readonly<Record<Exclusion["reason"], string>> = {
  "spoke-last": "spoke last",
  abstained: "passed",
  "hand-down": "hand not raised",
  failed: "failed",
  late: "late",
  "speech-failed": "could not speak",
  resting: "paused after failures",
  "not-in-stage": "not in this stage",
  "spoke-this-round": "spoke in this round",
  "other-task": "another task",
};

const interjectionProblems: Readonly<Record<InterjectionProblem, string>> = {
  "no-text": "it has no text",
  "too-long": "it is too long",
  "no-person": "only people in the cast can raise a hand",
};

export const transcript = {
  /** Between a label and what it labels. */
  colon: ": ",
  columns: {
    participant: "Participant",
    speaker: "Speaker",
    role: "Role",
    location: "Location",
    description: "Description",
    purpose: "Purpose",
    model: "Model",
    calls: "Calls",
    inputTokens: "Tokens in",
    outputTokens: "Tokens out",
    money: "Cost",
    total: "Total",
  },
  /** Follows the heading of estimated tokens: all of them, or some. */
  estimated: { all: " (estimated)", some: " (partly estimated)" },
  purposes: {
    bid: "Bids",
    "bid-and-speech": "Bids and speeches",
    speech: "Speeches",
    reflect: "Comments",
    "choose-speaker": "Choices",
    "prompt-speaker": "Questions",
    direct: "Directions",
    "judge-round": "Verdicts",
    decide: "Decision",
    plan: "Plan",
    execute: "Tasks",
    "sum-up": "Summary",
    "describe-participant": "Descriptions",
    summarize: "Summaries",
    "sharpen-topic": "Opening question",
  } satisfies Record<Purpose, string>,
  opening: "Opening",
  closing: "Closing",
  interjection: "Interjection",
  request: ({ from, problem }: Interjection) =>
    problem === null
      ? `${from} raised a hand`
      : `${from}'s interjection was left out: ${interjectionProblems[problem]}`,
  leads: "leads",
  task: ({ number: task, worker, outcome, reason }: TaskResult) =>
    outcome === "failed"
      ? `task ${task} of ${worker} failed: ${reason}`
      : `task ${task} of ${worker} was skipped: it needs ${reason}`,
  stages: { present: "Presentation", discuss: "Discussion", summarize: "Summary", decide: "Decision" } satisfies Record<
    StageTask,
    string
  >,
  round: (stage: string, round: number, isOnly: boolean) => (isOnly ? stage : `${stage}, round ${number(round)}`),
  judgement({ sufficient, reason, open }: Judgement) {
    if (sufficient === null) return "unreadable verdict; the discussion continues";
    const stillOpen = open.length === 0 ? "" : ` (open: ${open.join("; ")})`;
    return `${sufficient ? "sufficient" : "not sufficient"}: ${reason}${stillOpen}`;
  },
  usage: "Usage",
  number,
  amount,
  cost: (money: number) => `Cost at the given prices: ${amount(money)}`,
  draw,
  list: (items: readonly string[]) => names().format(items),
  seed: (seed: number) => `seed ${seed}`,
  date: (time: Date) => dates().format(time),
  /** Follows the number that was bid, or replaces it. */
  outcomes: {
    bid: "",
    random: "drawn",
    abstained: "pass",
    "hand-down": "hand not raised",
    unreadable: "unreadable (0)",
    failed: "failed",
    late: "late",
  } satisfies Record<Bid["outcome"], string>,
  score({ aging, mention, centre, total }: Score) {
    if (aging === 0 && mention === 0 && centre === 0) return "";
    const waited = aging === 0 ? "" : `+ ${number(aging)} for waiting `;
    const named = mention === 0 ? "" : `+ ${number(mention)} for being named `;
    const mean = centre === 0 ? "" : `− ${number(centre)} average `;
    return `${waited}${named}${mean}= ${number(total)}`;
  },
  exclusion: ({ reason }: Exclusion) => exclusions[reason],
  tie: (tied: readonly string[], drawn: number, speaker: string) =>
    `tie between ${names().format(tied)}, drawn ${draw(drawn)} → ${speaker}`,
  /** The built-in rules; other rules go by their own names. */
  rules: {
    "directors-choice": "director's choice",
    assigned: "assigned the task",
    "round-robin": "next in order",
    "least-recent": "silent longest",
    lottery: "by lot",
    "in-turn": "next in the stage",
    together: "all at once",
    "only-candidate": "only candidate",
    "raised-hand": "raised a hand",
    "fallback-first": "unreadable choice, so the first candidate",
    "fallback-least-recent": "unreadable choice, so whoever has been silent longest",
    "fallback-random": "unreadable choice, so drawn at random",
  } as Readonly<Record<string, string>>,
  addressed: ({ by, participant, granted }: Address) =>
    granted
      ? `asked by ${by} → ${participant}`
      : `asked by ${by}, but the two have talked between themselves long enough: ${participant} had to bid`,
  chosen: (rule: string, speaker: string, drawn: number | null) =>
    `${rule}${drawn === null ? "" : `, drawn ${draw(drawn)}`} → ${speaker}`,
  /** `answer`: null where the call failed. */
  unreadChoice: (answer: string | null) => (answer === null ? "the call failed" : `“${answer}” names nobody`),
  stopDraw: ({ draw: drawn, probability, stops }: StopDraw) =>
    stops
      ? `drew ${draw(drawn)}, below ${amount(probability)}: the conversation ends`
      : `drew ${draw(drawn)}, not below ${amount(probability)}: the conversation continues`,
  stopped: (reason: StopReason) => `Ended after ${count(reason.turn, "turn")}: ${held(reason)}.`,
  interrupted: (turns: number) =>
    turns === 0 ? "Interrupted before the first turn." : `Interrupted after ${count(turns, "turn")}.`,
  warning({ purpose, participant, reason }: Warning) {
    switch (purpose) {
      case "assignment":
        return `A model or an agent is assigned to ${participant}, but ${reason}`;
      case "sharpen-topic":
        return `The topic was not turned into a question: ${reason}`;
      case "describe-participant":
        return `${participant} has no description: ${reason}`;
      case "summarize":
        return `The conversation could not be summarized and stays complete: ${reason}`;
      case "shorten-prompt":
        return `Shortened a prompt${participant ? ` for ${participant}` : ""}: ${reason}`;
    }
  },
  /** Why an assigned model or agent is unused. */
  unknownName: "no participant has this name",
  shortened: (turn: number, dropped: number, isSummarized: boolean) =>
    `the conversation was too long for the model in turn ${turn}; its first ${dropped === 1 ? "message was" : `${dropped} messages were`} ${isSummarized ? "summarized" : "left out"}`,
  corrected: (answers: number) =>
    `${count(answers, "answer")} had to be cleaned or requested again; the JSON export has the originals`,
  uncounted: (calls: number) => `The provider did not report the tokens of ${count(calls, "call")}`,
};
