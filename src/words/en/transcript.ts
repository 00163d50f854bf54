import type { Address, AssignedTask, Exclusion } from "../../records/decision.js";
import type { ApprovalQuestion, PersonQuestion } from "../../records/person-question.js";
import type { StopReason, Verdict } from "../../records/stop-reason.js";
import type { Warning } from "../../records/usage.js";
import { common, count, type Endings, type ReasonOf, seconds } from "./common.js";
import { explain } from "./explain.js";
import { rules } from "./rules.js";

const { number, amount, draw, percent, list } = common;

const endings: Endings = {
  ...common.endings,
  turns: ({ turn, limit }) => `reached the limit of ${count(limit, turn > limit ? "new turn" : "turn")}`,
  silence: ({ turns, highest, threshold }) =>
    `nobody wanted the floor (highest bid in the last ${count(turns, "auction")}: ${number(highest)}, not above ${number(threshold)})`,
  probability: (reason) =>
    `the draw of ${draw(reason.draw)} was below the probability of ${number(reason.probability)}`,
  repetition: ({ turns, share, threshold, words }) =>
    `the last ${count(turns, "speech", "speeches")} said little that was new: ${percent(share)} of their significant words, such as ${words.join(", ")}, had been said before (threshold: ${percent(threshold)})`,
  agreement: ({ judged, on }) => `the participants agreed, as judged after turn ${number(judged)}${on && `: ${on}`}`,
  stages: ({ rounds }) => `all stages are complete, with ${count(rounds, "round")} of discussion`,
  "cut-short": ({ reason }) => `the discussion ended early, after ${count(reason.turn, "turn")} (${ending(reason)})`,
  budget({ budget, limit, spent }) {
    const [most, used] = [limit, spent].map(amount);
    const of = common.budgets[budget];
    return spent >= limit
      ? `the ${of} budget is used up (${used} of ${most})`
      : `the ${of} budget does not cover another turn (${used} of ${most} used)`;
  },
  all: ({ reasons }) => reasons.map((each) => ending(each)).join("; and "),
};

function ending<Kind extends StopReason["kind"]>(reason: ReasonOf<Kind>): string {
  return endings[reason.kind](reason);
}

export const transcript = {
  ...common,
  explain,
  colon: ": ",
  /** Appended to the heading of a token column if all or some of its numbers are estimates. */
  estimated: { all: " (estimated)", some: " (partly estimated)" },
  closing: "Closing",
  interjection: "Interjection",
  paused: (turn: number, from: string) =>
    `Paused${from && ` by ${from}`} ${turn === 0 ? "before the first turn" : `after ${count(turn, "turn")}`}.`,
  publicCopy: "Public copy, without descriptions, instructions, exact answers, tool calls or usage.",
  withoutScripts: "To play this conversation, open the file in a web browser. The text of the conversation follows.",
  rehearsed: "rehearsal: no language model is used",
  stages: { present: "Presentation", discuss: "Discussion", summarize: "Summary", decide: "Decision" },
  round: (stage: string, round: number, isOnly: boolean) => (isOnly ? stage : `${stage}, round ${number(round)}`),
  verdict({ holds, evidence }: Verdict) {
    if (holds === null) return "unreadable verdict on agreement; it does not end the conversation";
    return `${holds ? "agreed" : "not agreed"}${evidence && `: ${evidence}`}`;
  },
  cost: (money: number) => `Cost at the given prices: ${amount(money)}`,
  waived: (waived: readonly Exclusion[]) =>
    `allowed because nobody else was left: ${list(waived.map(({ participant, reason }) => `${participant} (${common.exclusions[reason]})`))}`,
  /** `drawn`: null if the latest message or a model decided. */
  tie(tied: readonly string[], drawn: number | null, speaker: string, isByModel: boolean) {
    const settled = isByModel ? "settled by a model" : "settled by the latest message";
    return `tie between ${list(tied)}, ${drawn === null ? settled : `drawn ${draw(drawn)}`} → ${speaker}`;
  },
  rules,
  assigned: ({ number: task, after }: AssignedTask) =>
    `task ${task} of the plan${after.length === 0 ? "" : `, after ${after.length === 1 ? "task" : "tasks"} ${after.join(", ")}`}`,
  addressed: ({ by, participant, granted }: Address) =>
    granted
      ? `asked by ${by} → ${participant}`
      : `${by} asked ${participant}, but the two had just answered each other twice in a row, so the rule decided`,
  chosen: (rule: string, speaker: string, drawn: number | null) =>
    `${rule}${drawn === null ? "" : `, drawn ${draw(drawn)}`} → ${speaker}`,
  unreadChoice: (answer: string | null) =>
    answer === null ? "the call failed" : `“${answer}” is not a readable choice`,
  stopped: (reason: StopReason) => `Ended after ${count(reason.turn, "turn")}: ${ending(reason)}.`,
  unfinished: (turns: number) =>
    `Not finished: ${turns === 0 ? "nobody has spoken yet" : `${count(turns, "turn")} so far`}.`,
  warning: ({ purpose, participant, reason }: Warning) =>
    ({
      assignment: `A model or an agent is assigned to ${participant}, but ${reason}`,
      "sharpen-topic": `The topic was not turned into a question: ${reason}`,
      "describe-participant": `${participant} has no description: ${reason}`,
      summarize: `Prompts continue to quote older messages, because these could not be summarized: ${reason}`,
      "judge-agreement": `The participants' agreement was not judged: ${reason}`,
      "bid-panel": `Each participant was asked separately, because the panel could not bid for the cast: ${reason}`,
      speech: `${participant} missed a turn: ${reason}`,
      "long-answer": `Cut off ${participant ? `${participant}'s` : "an"} answer: ${reason}`,
      "shorten-prompt": `Shortened a prompt${participant ? ` for ${participant}` : ""}: ${reason}`,
    })[purpose],
  longerThan: (purpose: string, limit: number) => `the ${purpose} was longer than ${number(limit)} characters`,
  noAnswer: (limitMs: number) => `no answer within ${seconds(limitMs)}`,
  /** The reason why an assigned model or agent is not used. `nearest`: a participant with a similar name. */
  unknownName: (nearest: string | undefined) =>
    `no participant has this name${nearest ? `; did you mean ${nearest}?` : ""}`,
  shortened: (turn: number, dropped: number, isSummarized: boolean) =>
    `the conversation was too long for the model in turn ${turn}; its first ${dropped === 1 ? "message was" : `${dropped} messages were`} ${isSummarized ? "summarized" : "left out"}`,
  corrected: (answers: number) =>
    `${count(answers, "answer")} ${answers === 1 ? "was" : "were"} changed, cut off or requested again; for details, see the JSON export`,
  yourTurn({ participant, purpose, task, problem, deadline }: PersonQuestion, longestLine: number) {
    const answers = {
      "not-a-text": "That was not text.\n",
      "too-long": `That was longer than ${longestLine} characters.\n`,
      empty: "That was empty.\n",
    };
    const questions = {
      speech: `${participant}, you have the floor. To pass, enter an empty line.`,
      execute: `${participant}, here is your task (to pass, enter an empty line): ${task}`,
      decide: `${participant}, the final decision is yours. You cannot pass.`,
    };
    const until = deadline === null ? "" : ` Answer by ${deadline.slice(0, 19).replace("T", " ")} UTC.`;
    return (problem === null ? "" : answers[problem]) + questions[purpose] + until;
  },
  approval: ({ participant, purpose, problem }: ApprovalQuestion) =>
    `${problem === null ? "" : "That could not be read.\n"}Approve ${purpose === "decide" ? `${participant}'s final decision` : `what ${participant} is going to say`}, edit it, or reject it and say what should change.`,
  uncounted: (calls: number) => `The token counts of ${count(calls, "call")} are unknown`,
};

export interface TranscriptWords extends Readonly<typeof transcript> {}
