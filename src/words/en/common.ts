/** The English texts that transcripts, the terminal and the page share. */
import { lazy } from "../../base/lazy.js";
import type { Bid } from "../../records/bid.js";
import type { ControlNote } from "../../records/control.js";
import type { Exclusion, NamedTogether, Score } from "../../records/decision.js";
import type { Interjection, InterjectionProblem } from "../../records/interjection.js";
import type { Judgement } from "../../records/meeting.js";
import type { MessageUsage } from "../../records/message.js";
import type { Purpose } from "../../records/request.js";
import type { Retry } from "../../records/retry.js";
import type { StopDraw, StopReason } from "../../records/stop-reason.js";
import type { PlanRecord, TaskResult } from "../../records/task.js";
import { bidReasonWith } from "../bid-reason.js";
import { formats } from "../formats.js";

const names = lazy(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));
const ownFormats = formats("en-GB");
const { number, amount, draw } = ownFormats;

export const list = (items: readonly string[]) => names().format(items);

export const count = (many: number, one: string, several = `${one}s`) =>
  `${number(many)} ${many === 1 ? one : several}`;

export const seconds = (milliseconds: number) =>
  `${amount(milliseconds / 1000)} ${milliseconds === 1000 ? "second" : "seconds"}`;

type ReasonsByKind = { readonly [Reason in StopReason as Reason["kind"]]: Reason };

/** The stop reason of kind `Kind`, typed so that TypeScript accepts `endings[reason.kind](reason)`. */
export type ReasonOf<Kind extends keyof ReasonsByKind> = {
  readonly [Each in Kind]: ReasonsByKind[Each] & { readonly kind: Each };
}[Kind];

export type Endings = { readonly [Kind in keyof ReasonsByKind]: (reason: ReasonOf<Kind>) => string };

/** Endings that read the same in transcripts and on the page. */
export type CommonEndings = Pick<
  Endings,
  "phrase" | "tasks" | "enough" | "plan-limit" | "same-plan" | "late" | "custom"
>;

const doneOf = ({ done, tasks }: { readonly done: number; readonly tasks: number }) =>
  `${number(done)} of ${count(tasks, "task")} ${done === 1 ? "is" : "are"} done`;

const endings: CommonEndings = {
  phrase: ({ speaker, phrase }) => `${speaker} said “${phrase}”`,
  tasks: doneOf,
  enough: (reason) => `the results are sufficient${reason.reason && `: ${reason.reason}`} (${doneOf(reason)})`,
  "plan-limit": (reason) =>
    reason.limited === "plans"
      ? `the plan needed another change, but it already had ${count(reason.limit, "version")} (${doneOf(reason)})`
      : `reached the limit of ${count(reason.limit, "task")} in total (${doneOf(reason)})`,
  "same-plan": (reason) =>
    `the supervisor was about to make the same plan a third time, after versions ${list(reason.versions.map(number))} (${doneOf(reason)}): ${reason.plan.join("; ")}`,
  late: ({ participant, limitMs }) => `${participant} did not answer within ${seconds(limitMs)}`,
  custom: ({ words, description }) => words?.["en"] ?? description,
};

function steered(control: NonNullable<ControlNote["control"]>): string {
  if ("next" in control) return `${control.next} has the next turn`;
  if ("mute" in control) return `${control.mute} is muted`;
  if ("unmute" in control) return `${control.unmute} may speak again`;
  if ("add" in control) return `${control.add.name}${control.add.role ? `, ${control.add.role},` : ""} joins`;
  if ("remove" in control) return `${control.remove} leaves`;
  return "pause" in control ? "pause" : "pause after one turn";
}

/** Texts used both for the outcomes of bids and for the reasons why participants are excluded. */
const absent = { "hand-down": "hand not raised", failed: "failed", late: "late" };

const interjectionProblems: Readonly<Record<InterjectionProblem, string>> = {
  "no-text": "it has no text",
  "too-long": "it is too long",
  "no-person": "only people in the cast can raise a hand",
  "unknown-version": "it was sent by another version of Rostrum; update Rostrum",
};

export const common = {
  ...ownFormats,
  endings,
  /** The kinds of budget, each in the form that precedes the word “budget”. */
  budgets: { calls: "call", tokens: "token", seconds: "time", money: "money" },
  percent: (share: number) => `${number(Math.round(share * 100))}%`,
  list,
  columns: {
    participant: "Participant",
    speaker: "Speaker",
    role: "Role",
    location: "Location",
    description: "Description",
    purpose: "Purpose",
    mode: "Mode",
    model: "Model",
    topic: "Topic",
    turns: "Turns",
    words: "Words",
    calls: "Calls",
    inputTokens: "Tokens in",
    outputTokens: "Tokens out",
    money: "Cost",
    total: "Total",
  },
  costOf: ({ calls, inputTokens, outputTokens, estimated, uncounted = 0, money }: MessageUsage) =>
    [
      count(calls, "call"),
      `${count(inputTokens, "token")} in`,
      `${number(outputTokens)} out${estimated ? " (estimated)" : ""}`,
      uncounted > 0 && `tokens unknown for ${count(uncounted, "call")}`,
      money !== undefined && `cost ${amount(money)}`,
    ]
      .filter(Boolean)
      .join(", "),
  /** A model's price. `listedOn`: the price list's date; undefined for the user's own price. */
  priced: (
    model: string,
    { input, output, listedOn }: { input: number; output: number; listedOn?: string | undefined },
  ) =>
    `${model}: ${amount(input)} per million tokens in, ${amount(output)} out (${listedOn ? `US dollars, price list of ${listedOn}` : "your own price"})`,
  outsideSpeeches: (cost: string) =>
    `Used outside the speeches, for example for the opening, checks and discarded answers: ${cost}`,
  purposes: {
    bid: "bid",
    "bid-panel": "bids of all participants",
    "bid-and-speech": "bid and speech",
    speech: "speech",
    reflect: "comment",
    "choose-speaker": "choice of the next speaker",
    select: "choice of the next speaker",
    "prompt-speaker": "question",
    direct: "comment, choice and question",
    "judge-round": "verdict on the round",
    "judge-agreement": "verdict on agreement",
    decide: "decision",
    plan: "plan",
    replan: "check of the results",
    execute: "task",
    "sum-up": "summary",
    "describe-participant": "description",
    summarize: "summary of the conversation",
    "sharpen-topic": "opening question",
  } satisfies Record<Purpose, string>,
  statuses: {
    queued: "queued",
    running: "running",
    waiting: "waiting for a person",
    paused: "paused",
    stopped: "stopped",
    failed: "failed",
    ended: "ended",
  },
  isPaused: "The conversation is paused.",
  runFailed: "the run failed",
  cut: "The rest was cut off at the length limit.",
  opening: "Opening",
  leads: "leads",
  /** Shown beside a participant's name if a person speaks for that participant. */
  person: "person",
  seed: (seed: number) => `seed ${seed}`,
  turn: (turn: number) => `Turn ${turn}`,
  request: ({ from, problem }: Pick<Interjection, "from" | "problem">) =>
    problem === null
      ? `${from} raised a hand`
      : `${from}'s interjection could not be used: ${interjectionProblems[problem]}`,
  control({ from, control, refusal }: ControlNote) {
    const asked = control ? steered(control) : "unreadable control";
    return `${from}: ${asked}${refusal ? ` (refused: ${refusal.message})` : ""}`;
  },
  task: ({ number: task, worker, outcome, reason, to = "" }: Omit<TaskResult, "text" | "turn">) =>
    ({
      done: `${worker}'s task ${task} is done`,
      failed: `${worker}'s task ${task} failed${reason && `: ${reason}`}`,
      skipped: `${worker}'s task ${task} was skipped, because it depends on tasks that were not done: ${reason}`,
      "handed-over": `${worker} handed task ${task} over to ${to}`,
    })[outcome],
  plan({ version, outcome, reason }: Pick<PlanRecord, "version" | "outcome" | "reason">) {
    const why = reason && `: ${reason}`;
    return {
      made: `version ${version} of the plan${why}`,
      kept: `the plan remains unchanged${why}`,
      changed: `version ${version} of the plan${why}`,
      ended: `the results are sufficient${why}`,
      unreadable: "no readable decision about the plan, which remains unchanged",
      refused: `a further change to the plan was refused${reason && ` (the supervisor's reason for the change: ${reason})`}`,
    }[outcome];
  },
  judgement({ sufficient, reason, open }: Judgement) {
    if (sufficient === null) return "unreadable verdict; the discussion continues if another round is allowed";
    const stillOpen = open.length === 0 ? "" : ` (open: ${open.join("; ")})`;
    return `${sufficient ? "sufficient" : "not sufficient"}: ${reason}${stillOpen}`;
  },
  retry: ({ reason, attempt, attempts, waitMs }: Pick<Retry, "reason" | "attempt" | "attempts" | "waitMs">) =>
    `call failed (${reason}); attempt ${attempt} of ${attempts} in ${(waitMs / 1000).toFixed(1)} s`,
  /** Shown after the bid, or instead of it. */
  outcomes: {
    bid: "",
    random: "drawn",
    abstained: "pass",
    unreadable: "unreadable (0)",
    ...absent,
  } satisfies Record<Bid["outcome"], string>,
  score({ aging, mention, centre, excess, divisor = 1, talkativeness = 1, total }: Score) {
    const parts = [
      aging && `+ ${number(aging)} for waiting`,
      mention && `+ ${number(mention)} for being named`,
      excess && `− ${number(excess)} for overbidding`,
      talkativeness < 1 && `× ${number(talkativeness)} talkativeness`,
      centre && `− ${number(centre)} average`,
      divisor > 1 && `÷ ${number(divisor)} for recent turns`,
    ].filter(Boolean);
    return parts.length === 0 ? "" : `${parts.join(" ")} = ${number(total)}`;
  },
  bidReason: bidReasonWith({
    ...{ number, draw, list },
    alone: (speaker, bid) => `Only ${speaker} bid: ${bid}.`,
    highest: (speaker, bid) => `${speaker} bid ${bid}, the highest bid.`,
    equal: (equals, many, { value, isBid }, how) =>
      `${equals} ${many === 2 ? "both" : "all"} ${isBid ? "bid" : "scored"} ${value}; ${how}.`,
    lower: (speaker, bid, other, otherBid, why) => `${other} bid ${otherBid} and ${speaker} ${bid}, but ${why}.`,
    drawn: (drawn, speaker) => `the draw of ${drawn} selected ${speaker}`,
    latest: (speaker) => `the latest message asked, called on or named ${speaker}`,
    byModel: (speaker) => `a model chose ${speaker}`,
    causes: {
      aging: (speaker) => `${speaker} had waited longer`,
      mention: (speaker) => `${speaker} had just been mentioned`,
      centre: (_speaker, other) => `${other} usually bids higher`,
      excess: (_speaker, other) => `${other} usually bids higher than the others`,
      recent: (_speaker, other) => `${other}'s bid was reduced more for recent turns`,
      talkativeness: (_speaker, other) => `${other} is set to speak less often`,
    },
  }),
  among: (names: readonly string[]) =>
    `A model was asked to choose from among the participants with the highest scores: ${list(names)}.`,
  named: (named: NamedTogether, turn: number) =>
    `${named.turn === turn ? "The model" : `In turn ${number(named.turn)}, the model`} named ${list(named.names)}, to speak in this order.`,
  exclusions: {
    ...absent,
    "spoke-last": "spoke last",
    abstained: "passed",
    "speech-failed": "could not speak",
    resting: "sitting out after failures",
    "not-in-stage": "not in this stage",
    "spoke-this-round": "spoke in this round",
    "other-task": "not their task",
    transition: "may not speak next",
    "only-when-mentioned": "not mentioned",
    muted: "muted",
    removed: "left",
  } satisfies Record<Exclusion["reason"], string>,
  stopDraw: ({ draw: drawn, probability, stops }: StopDraw) =>
    stops
      ? `the draw of ${draw(drawn)} was below ${amount(probability)}: the stop condition holds`
      : `the draw of ${draw(drawn)} was not below ${amount(probability)}: the stop condition does not hold`,
};

export interface CommonWords extends Readonly<typeof common> {}
