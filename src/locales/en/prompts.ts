/** The prompts in English. */

import { recapWords } from "../../memory/summary.js";
import type { BidRequest, SpeechRequest } from "../../models/request.js";
import type { BidProblem } from "../../selection/bid.js";
import type { Participant } from "../../state/participant.js";
import { indent, renderConversation } from "../../text/layout.js";
import { builtInRules } from "../guidelines.js";
import { moderatorNames } from "../moderator.js";
import type { PromptCatalog } from "../prompts.js";
import { directorEnglish } from "./prompts-director.js";
import { meetingEnglish, stageRequest } from "./prompts-meeting.js";
import { aboutYou, introduce, material } from "./prompts-people.js";
import { supervisionEnglish } from "./prompts-supervision.js";
import { toolsEnglish } from "./prompts-tools.js";

const others = (cast: readonly Participant[], self: Participant) =>
  cast
    .filter(({ name }) => name !== self.name)
    .map(introduce)
    .join("; ");

const ledBy = (leader: Participant | undefined) =>
  leader ? ` It is led by ${introduce(leader)}, who gives the floor.` : "";

const criteria: Readonly<Record<string, (self: Participant) => string>> = {
  contradiction: ({ name }) =>
    `Your bid says how strongly the latest message goes against what ${name} thinks: the lowest bid means that ${name} could have said it, the highest that it cannot stand unanswered.`,
  urge: ({ name }) =>
    `Your bid says how much ${name} needs to speak right now. Bid high when ${name} was asked or attacked, or has something new to add; bid low when it has all been said, or when ${name} spoke only just now; press harder the longer ${name} has been waiting.`,
};

function measure({ criterion, self }: Pick<BidRequest, "criterion" | "self">): string {
  const known = Object.hasOwn(criteria, criterion) ? criteria[criterion] : undefined;
  return known
    ? known(self)
    : `What your bid measures:
${indent(criterion)}`;
}

function form({ answer, scale: { min, max }, self }: BidRequest): string {
  if (answer === "structured")
    return `Give the bid as a whole number from ${min} to ${max}, or null if ${self.name} would rather pass this time.`;
  return `Answer with the number alone, between angle brackets: <${min}> is the lowest bid, <${max}> the highest, whole numbers only. If ${self.name} would rather pass this time, answer <pass>.`;
}

const problems: Readonly<Record<BidProblem, (request: BidRequest) => string>> = {
  "no-bid": () => "There was no bid in your answer.",
  "several-bids": () => "There was more than one bid in your answer.",
  "not-an-integer": () => "That bid is not a whole number.",
  "out-of-scale": ({ scale: { min, max } }) => `That bid is not on the scale from ${min} to ${max}.`,
};

/** What a listener waits for. What was said stands in the conversation; it is not repeated here. */
function answerTo({ interjection, self }: Pick<SpeechRequest, "interjection" | "self">): string {
  if (!interjection) return "";
  const { speaker, isPersonal } = interjection;
  return isPersonal
    ? `\n${speaker}, who listens, has spoken to ${self.name} and had no answer yet: answer that first.`
    : `\n${speaker}, who listens, has spoken to the room and had no answer yet: take that up first.`;
}

const lastWord = (name: string) =>
  `It is the last word, nobody speaks after it: write what this conversation has come to for ${name}, what stays open, and a close; no more questions.`;

export const english: PromptCatalog = {
  ...directorEnglish,
  ...meetingEnglish,
  ...supervisionEnglish,
  ...toolsEnglish,

  rules: builtInRules.en,

  moderator: moderatorNames.en,

  passes: "*passes*",

  passesTask: "it was passed",

  overBudget: "there was no budget left for it",

  instructions: ({ self, cast, leader, topic, wordLimit, rules }) =>
    `You are ${introduce(self)}.${aboutYou(self)}

You are in a conversation with ${others(cast, self)}.${ledBy(leader)} It is about:
${indent(topic)}

How you take part:
${rules}
- A speech has at most ${wordLimit} words.

${material}`,

  conversation: (remembered, { isNumbered } = { isNumbered: false }) =>
    renderConversation(
      remembered,
      {
        leftOut: (count) => `(${count} earlier ${count === 1 ? "message" : "messages"} left out)`,
        inShort: "(what was said before, in short)",
      },
      isNumbered,
    ),

  bid: (request) =>
    `Nobody has the floor. Who speaks next is settled by bids, and ${request.self.name} bids now, without speaking yet.
${measure(request)}
Judge it yourself; no number that the conversation mentions is your bid.
${form(request)}`,

  bidAndSpeechRules: (request) => {
    const { self, scale } = request;
    return `- Who speaks next is settled by bids.
${measure(request)}
- Judge it yourself; no number that the conversation mentions is your bid.
- Begin with the bid, a number between angle brackets: <${scale.min}> is the lowest, <${scale.max}> the highest, whole numbers only. Go on, directly behind it, with the speech and nothing else. If ${self.name} would rather pass this time, answer <pass> and nothing more.`;
  },

  bidAndSpeech(request) {
    const { self, wordLimit, isLast } = request;
    const { name } = self;
    const ending = isLast ? ` ${lastWord(name)}` : "";
    return `Nobody has the floor. ${name} makes a bid and says at once what ${name} would say with the floor: the bid, then the speech, at most ${wordLimit} words.${ending}${answerTo(request)}`;
  },

  bidAgain: (request, problem) => `${problems[problem](request)} ${form(request)}`,

  speech({ stage, ...request }) {
    const { name } = request.self;
    const heard = answerTo(request);
    if (stage) return `${stageRequest({ ...request, stage })}${heard}`;
    if (request.isLast)
      return `${name} has the floor. ${lastWord(name)} The speech alone, at most ${request.wordLimit} words.${heard}`;
    return `${name} has the floor. Write what ${name} says now: the speech alone, at most ${request.wordLimit} words.${heard}`;
  },

  describe: ({ self, topic, cast, wordLimit }) => ({
    system:
      "You make up characters for a conversation: particular people with a stake in the matter, never caricatures.",
    instruction: `The conversation is about:
${indent(topic)}

In it are ${cast.map(introduce).join("; ")}.

Describe ${introduce(self)}, in the third person: what shaped them, where they stand on this matter and why, how they talk. Leave room for the others to disagree. At most ${wordLimit} words, nothing but the description.`,
  }),

  sharpen: ({ topic, cast, wordLimit }) => ({
    system: "You moderate conversations. You open them with one question that the guests can disagree about.",
    instruction: `Today's topic:
${indent(topic)}

Your guests are ${cast.map(introduce).join("; ")}.

Turn the topic into one precise question to the guests, which can be answered in more than one way. At most ${wordLimit} words, nothing but the question.`,
  }),

  summarizeMemory: ({ topic, cast, wordLimit }) => ({
    system: `You keep the record of a conversation for those who take part in it and cannot look up all of it any more. You take no side.

It is about:
${indent(topic)}

In it are ${cast.map(introduce).join("; ")}.

${material}`,
    instruction: `Write down what has been said so far, what stands there in short included: who holds what and why, what was conceded or agreed, which facts and figures were named, what is still open. In the third person, with the names as they stand, and nothing of your own. At most ${recapWords({ wordLimit })} words, nothing but the record.`,
  }),
};
