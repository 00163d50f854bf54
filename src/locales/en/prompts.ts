/** The prompts in English. */
import type { BidRequest, SpeechRequest } from "../../models/request.js";
import type { BidProblem } from "../../selection/bid.js";
import { indent, renderConversation } from "../../text/lines.js";
import type { PromptCatalog } from "../locale.js";
import {
  directorPrompts,
  guidelines,
  introduce,
  introduceAll,
  material,
  meetingPrompts,
  stageSpeech,
  supervisionPrompts,
  youAre,
} from "./prompts-modes.js";

function measure({ criterion, self: { name } }: Pick<BidRequest, "criterion" | "self">): string {
  switch (criterion) {
    case "contradiction":
      return `The bid says how strongly the latest message contradicts what ${name} thinks: the lowest bid means that ${name} could have said it, the highest that it must not go unanswered.`;
    case "urge":
      return `The bid says how much ${name} needs to speak right now. Bid high if ${name} was asked or attacked, or has something new to add; bid low if everything has been said, or if ${name} has only just spoken; bid higher the longer ${name} has been waiting.`;
    default:
      return `What the bid measures:\n${indent(criterion)}`;
  }
}

const ownJudgement = "Judge this yourself; no number in the conversation is your bid.";

function bidForm({ answer, scale: { min, max }, self }: BidRequest): string {
  if (answer === "structured")
    return `Give the bid as a whole number from ${min} to ${max}, or null if ${self.name} would rather pass this time.`;
  return `Answer with the number alone, in angle brackets: <${min}> is the lowest bid, <${max}> the highest, whole numbers only. If ${self.name} would rather pass this time, answer <pass>.`;
}

const problems: Readonly<Record<BidProblem, (request: BidRequest) => string>> = {
  "no-bid": () => "Your answer contained no bid.",
  "several-bids": () => "Your answer contained more than one bid.",
  "not-an-integer": () => "That bid is not a whole number.",
  "out-of-scale": ({ scale: { min, max } }) => `That bid is not on the scale from ${min} to ${max}.`,
};

/** What a listener waits for. The text itself stands in the conversation. */
function listenerFirst({ interjection, self }: Pick<SpeechRequest, "interjection" | "self">): string {
  if (!interjection) return "";
  const { speaker, isPersonal } = interjection;
  return isPersonal
    ? `\n${speaker}, a listener, has spoken to ${self.name} and is still waiting for an answer: answer that first.`
    : `\n${speaker}, a listener, has spoken to everybody and is still waiting for an answer: respond to that first.`;
}

const lastWord = (name: string) =>
  `This is the last word; nobody speaks after it. Write what ${name} takes away from this conversation, what remains open, and a close. Ask no more questions.`;

export const prompts: PromptCatalog = {
  ...directorPrompts,
  ...meetingPrompts,
  ...supervisionPrompts,
  rules: guidelines,
  moderator: "Moderator",
  passes: "*passes*",
  passesTask: "the worker passed",
  overBudget: "the budget was used up",

  instructions: ({ self, cast, leader, topic, wordLimit, rules }) =>
    `${youAre({ self })}

You are in a conversation with ${introduceAll(cast.filter(({ name }) => name !== self.name))}.${leader ? ` It is led by ${introduce(leader)}, who decides who speaks.` : ""} The topic is:
${indent(topic)}

How to take part:
${rules}
- A speech has at most ${wordLimit} words.

${material}`,

  conversation: (remembered, { isNumbered } = { isNumbered: false }) =>
    renderConversation(
      remembered,
      {
        leftOut: (count) => `(${count} earlier ${count === 1 ? "message" : "messages"} left out)`,
        inShort: "(summary of the earlier messages)",
      },
      isNumbered,
    ),

  bid: (request) =>
    `Nobody has the floor. Bids decide who speaks next. ${request.self.name} bids now, without speaking yet.
${measure(request)}
${ownJudgement}
${bidForm(request)}`,

  bidAndSpeechRules: (request) => {
    const { self, scale } = request;
    return `- Bids decide who speaks next.
${measure(request)}
- ${ownJudgement}
- Begin with the bid, a number in angle brackets: <${scale.min}> is the lowest, <${scale.max}> the highest, whole numbers only. Continue directly with the speech and nothing else. If ${self.name} would rather pass this time, answer only <pass>.`;
  },

  bidAndSpeech(request) {
    const { self, wordLimit, isLast } = request;
    const ending = isLast ? ` ${lastWord(self.name)}` : "";
    return `Nobody has the floor. ${self.name} makes a bid and says at once what to say with the floor: the bid, then the speech, at most ${wordLimit} words.${ending}${listenerFirst(request)}`;
  },

  bidAgain: (request, problem) => `${problems[problem](request)} ${bidForm(request)}`,

  speech(request) {
    const { self, wordLimit, stage, isLast } = request;
    const wanted = isLast ? lastWord(self.name) : `Write what ${self.name} says now.`;
    const limit = `Only the speech itself, at most ${wordLimit} words.`;
    const asked = stage ? stageSpeech(request, stage) : `${self.name} has the floor. ${wanted} ${limit}`;
    return `${asked}${listenerFirst(request)}`;
  },

  toolProblem(problem) {
    switch (problem.kind) {
      case "failed":
        return `${problem.tool} failed: ${problem.reason}`;
      case "unknown-tool":
        return `There is no tool named “${problem.tool}”. Your tools: ${problem.tools.join(", ")}.`;
      case "malformed":
        return `The arguments of ${problem.tool} could not be read: they must be one JSON object.`;
      case "over-limit":
        return "This call was not made, because you have no tool calls left. Speak now, with what you know.";
    }
  },

  describe: ({ self, topic, cast, wordLimit }) => ({
    system:
      "You invent characters for a conversation: particular people with a stake in the matter, never caricatures.",
    instruction: `The topic of the conversation is:
${indent(topic)}

The participants are ${introduceAll(cast)}.

Describe ${introduce(self)}, in the third person: what shaped them, where they stand on this topic and why, how they talk. Leave the others room to disagree. At most ${wordLimit} words, only the description itself.`,
  }),

  sharpen: ({ topic, cast, wordLimit }) => ({
    system: "You moderate conversations. You open them with one question on which the guests can disagree.",
    instruction: `Today's topic:
${indent(topic)}

Your guests are ${introduceAll(cast)}.

Turn the topic into one precise question to the guests that has more than one possible answer. At most ${wordLimit} words, only the question itself.`,
  }),

  summarizeMemory: ({ topic, cast }, mostWords) => ({
    system: `You keep the record of a conversation, for participants who can no longer read all of it. You take no side.

The topic is:
${indent(topic)}

The participants are ${introduceAll(cast)}.

${material}`,
    instruction: `Write down what has been said so far, including what the summary there already says: who holds what and why, what was conceded or agreed, which facts and figures were named, what is still open. Use the third person and the names as they are written, and add nothing of your own. At most ${mostWords} words, only the record itself.`,
  }),
};
