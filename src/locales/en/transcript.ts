/** The English words of transcripts. */
import type { Exclusion } from "../../selection/decision.js";
import { type InterjectionProblem, longestInterjection } from "../../state/interjection.js";
import type { StopReason } from "../../stopping/stop-reason.js";
import type { TranscriptWords } from "../transcript.js";

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const names = new Intl.ListFormat("en-GB", { type: "conjunction" });
const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

const number = (value: number) => numbers.format(value).replace("-", "−");
/** Amounts of whatever a budget counts: money comes in small fractions. */
const amounts = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const amount = (value: number) => amounts.format(value);
const draw = (value: number) => value.toFixed(3);
const count = (many: number, one: string) => `${number(many)} ${one}${many === 1 ? "" : "s"}`;

/** What held, without saying that the conversation ended. */
function held(reason: StopReason): string {
  switch (reason.kind) {
    case "turns":
      return `the limit was ${number(reason.limit)}`;
    case "phrase":
      return `${reason.speaker} said “${reason.phrase}”`;
    case "silence":
      return `nobody wanted the floor (no bid in the last ${count(reason.turns, "auction")} was over ${number(reason.threshold)}; the highest was ${number(reason.highest)})`;
    case "bernoulli":
      return `${draw(reason.draw)} was drawn, under the probability ${number(reason.probability)}`;
    case "stages":
      return `all stages are done, with ${count(reason.rounds, "round")} of discussion`;
    case "cut-short":
      return `the discussion was cut short after ${count(reason.reason.turn, "turn")} (${held(reason.reason)})`;
    case "tasks":
      return `${number(reason.done)} of ${count(reason.tasks, "task")} ${reason.done === 1 ? "is" : "are"} done`;
    case "budget": {
      const { limit, spent } = reason;
      const [most, used] = [limit, spent].map(amount);
      const of = { calls: "calls", tokens: "tokens", seconds: "seconds", money: "money" }[reason.budget];
      return spent >= limit
        ? `the budget of ${of} is spent (${used} of ${most})`
        : `the budget of ${of} has no room for another turn (${used} of ${most} spent)`;
    }
    case "all":
      return reason.reasons.map(held).join("; and ");
    case "custom":
      return reason.words?.en ?? reason.description;
  }
}

const exclusions: Readonly<Record<Exclusion["reason"], string>> = {
  "spoke-last": "spoke last",
  abstained: "pass",
  "hand-down": "hand down",
  failed: "failed",
  late: "late",
  "speech-failed": "could not speak",
  resting: "rests after failures",
  "not-in-stage": "not in this stage",
  "spoke-this-round": "spoke this round",
  "other-task": "another task",
};

const interjectionProblems: Readonly<Record<InterjectionProblem, string>> = {
  "no-text": "it holds no text",
  "too-long": `it is longer than ${number(longestInterjection)} characters`,
  "no-person": "only a person of the cast can raise a hand",
};

export const english: TranscriptWords = {
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
  estimated: { all: " (estimated)", some: " (partly estimated)" },
  purposes: {
    bid: "Bids",
    "bid-and-speech": "Bids and speeches",
    speech: "Speeches",
    reflect: "Comments",
    "choose-speaker": "Choices",
    "prompt-speaker": "Questions",
    direct: "Directions",
    "judge-round": "Judgements",
    decide: "Decision",
    plan: "Plan",
    execute: "Tasks",
    "sum-up": "Summary",
    "describe-participant": "Descriptions",
    summarize: "Summaries",
    "sharpen-topic": "Opening question",
  },
  opening: "Opening",
  closing: "Closing",
  interjection: "Interjection",
  request: ({ from, problem }) =>
    problem === null
      ? `${from} raises a hand`
      : `${from}'s interjection was left out: ${interjectionProblems[problem]}`,
  leads: "leads",
  task: ({ number: task, worker, outcome, reason }) =>
    outcome === "failed"
      ? `task ${task} of ${worker} failed: ${reason}`
      : `task ${task} of ${worker} was skipped: it needs ${reason}`,
  stages: { present: "Presentation", discuss: "Discussion", summarize: "Summary", decide: "Decision" },
  round: (stage, round, isOnly) => (isOnly ? stage : `${stage}, round ${number(round)}`),
  judgement({ sufficient, reason, open }) {
    if (sufficient === null) return "the judgement could not be read, so the discussion goes on";
    const stillOpen = open.length === 0 ? "" : ` (open: ${open.join("; ")})`;
    return `${sufficient ? "sufficient" : "not sufficient"}: ${reason}${stillOpen}`;
  },
  usage: "Usage",
  number,
  amount,
  cost: (money) => `it cost ${amount(money)} by the prices given`,
  draw,
  list: (items) => names.format(items),
  seed: (seed) => `seed ${seed}`,
  date: (time) => dates.format(time),
  outcomes: {
    bid: "",
    random: "drawn",
    abstained: "pass",
    "hand-down": "hand down",
    unreadable: "unreadable (0)",
    failed: "failed",
    late: "late",
  },
  score({ aging, mention, centre, total }) {
    if (aging === 0 && mention === 0 && centre === 0) return "";
    const waited = aging === 0 ? "" : `+ ${number(aging)} for waiting `;
    const named = mention === 0 ? "" : `+ ${number(mention)} for being named `;
    const mean = centre === 0 ? "" : `− ${number(centre)} mean `;
    return `${waited}${named}${mean}= ${number(total)}`;
  },
  exclusion: ({ reason }) => exclusions[reason],
  tie: (tied, drawn, speaker) => `tie between ${names.format(tied)}, drawn ${draw(drawn)} → ${speaker}`,
  rules: {
    "directors-choice": "the director's choice",
    assigned: "given the task",
    "round-robin": "next in order",
    "least-recent": "silent longest",
    lottery: "by lot",
    "in-turn": "next in the stage",
    together: "all at once",
    "only-candidate": "nobody else may speak",
    "raised-hand": "raised a hand",
    "fallback-first": "no choice that could be read, so the first in line",
    "fallback-least-recent": "no choice that could be read, so whoever has been silent longest",
    "fallback-random": "no choice that could be read, so by lot",
  },
  addressed: ({ by, participant, granted }) =>
    granted
      ? `asked by ${by} → ${participant}`
      : `asked by ${by}, but the two have had it between them long enough: ${participant} had to bid`,
  chosen: (rule, speaker, drawn) => `${rule}${drawn === null ? "" : `, drawn ${draw(drawn)}`} → ${speaker}`,
  unreadChoice: (answer) => (answer === null ? "the call failed" : `“${answer}” names nobody`),
  stopDraw: ({ draw: drawn, probability, stops }) =>
    stops
      ? `drawn ${draw(drawn)}, under ${amount(probability)}: the conversation ends`
      : `drawn ${draw(drawn)}, not under ${amount(probability)}: the conversation goes on`,
  stopped: (reason) => `Ended after ${count(reason.turn, "turn")}: ${held(reason)}.`,
  interrupted: (turns) =>
    turns === 0 ? "Broken off before the first turn." : `Broken off after ${count(turns, "turn")}.`,
  warning({ purpose, participant, reason }) {
    switch (purpose) {
      case "assignment":
        return `A model or an agent was given for ${participant}: ${reason}`;
      case "sharpen-topic":
        return `The topic stays as it was given: ${reason}`;
      case "describe-participant":
        return `${participant} stays without a description: ${reason}`;
      case "summarize":
        return `The conversation could not be summarised and is kept whole: ${reason}`;
      case "shorten-prompt":
        return `A shorter prompt was used${participant ? ` for ${participant}` : ""}: ${reason}`;
    }
  },
  corrected: (answers) =>
    `${count(answers, "answer")} had to be cleaned or asked for again; the JSON form keeps what was answered`,
  uncounted: (calls) => `the provider did not report the tokens of ${count(calls, "call")}`,
};
