import { indent } from "../../base/escape-text.js";
import type { AnchorSet, BidProblem } from "../../records/bid.js";
import type { Person } from "../../records/person.js";
import type { RememberedConversation, RenderConversation } from "../../records/remembered-conversation.js";
import type * as request from "../../records/request.js";
import type { ToolProblem } from "../../records/tool-call.js";
import * as modes from "./prompts-modes.js";
import { replanPrompts } from "./prompts-replan.js";

const { introduce, introduceAll, material, youAre } = modes;

const aboutThem = ({ instructions, description }: Person) => {
  const about = instructions || description;
  return about && `\n${indent(about)}`;
};

/** The built-in sets of anchors, from the lowest level to the highest. */
const anchorSets: Readonly<Record<AnchorSet, readonly string[]>> = {
  "five-levels": [
    "would rather listen for now",
    "has a thought to share, but nothing would be lost without it",
    "has something specific and important to add",
    "has to speak right now; it cannot wait",
    "was spoken to directly and must answer",
  ],
};

type Measured = Pick<request.BidRequest, "criterion" | "scale" | "anchors">;

function measure({ criterion, scale, anchors = [] }: Measured, name: string): string {
  const sentences = typeof anchors === "string" ? anchorSets[anchors] : anchors;
  if (sentences.length > 0) {
    const isOwn = criterion !== "contradiction" && criterion !== "urge";
    const levels = sentences.map((sentence, level) => indent(`${scale.min + level}: ${sentence}`));
    return `${isOwn ? `${measure({ criterion, scale }, name)}\n` : ""}What each bid says about ${name}:\n${levels.join("\n")}`;
  }
  if (criterion === "contradiction")
    return `The bid says how strongly the latest message contradicts what ${name} thinks: the lowest bid means that ${name} could have said it, and the highest means that it must not go unanswered.`;
  return criterion === "urge"
    ? `The bid says how much ${name} needs to speak right now. Bid high if ${name} was asked or attacked, or has something new to add; bid low if everything has been said, or if ${name} has only just spoken; bid higher the longer ${name} has been waiting.`
    : `What the bid measures:\n${indent(criterion)}`;
}

const ownJudgement = "Judge this yourself; no number in the conversation is your bid.";

function structuredForm({ scale: { min, max }, reason }: Pick<request.BidRequest, "scale" | "reason">, name: string) {
  const form = `Give the bid as a whole number from ${min} to ${max}, or null if ${name} would rather pass this time`;
  return reason ? `In one sentence, give the reason why ${name} bids or passes. ${form}.` : `${form}.`;
}

function bidForm(asked: request.BidRequest): string {
  const {
    scale: { min, max },
    self,
  } = asked;
  if (asked.answer === "structured") return structuredForm(asked, self.name);
  return `Answer with the number alone, in angle brackets: <${min}> is the lowest bid, <${max}> the highest, whole numbers only. If ${self.name} would rather pass this time, answer <pass>.`;
}

const problems: Readonly<Record<BidProblem, string>> = {
  "no-bid": "Your answer contained no bid.",
  "too-long": "Your answer was too long to be read.",
  "several-bids": "Your answer contained more than one bid.",
  "not-an-integer": "That bid is not a whole number.",
  "out-of-scale": "That bid is not on the scale.",
};

/** Asks the speaker to respond to a listener first. The listener's message itself is already in the conversation. */
function listenerFirst({ interjection, self }: Pick<request.SpeechRequest, "interjection" | "self">): string {
  if (!interjection) return "";
  const { speaker, isPersonal } = interjection;
  return `\n${speaker}, a listener, has spoken to ${isPersonal ? self.name : "everybody"} and is still waiting for an answer: respond to ${speaker} first.`;
}

/** Repeats the reason for the speaker's bid, because the speech should follow from it. */
const bidReason = ({ bidReason, self }: Pick<request.SpeechRequest, "bidReason" | "self">) =>
  bidReason ? `\n${self.name} bid for the floor for this reason:\n${indent(bidReason)}` : "";

const lastWord = (name: string) =>
  `This is the last word; nobody speaks after it. Write what ${name} takes away from this conversation, what remains open, and a closing line. Ask no more questions.`;

export const prompts = {
  ...modes.modePrompts,
  ...replanPrompts,
  /** A run's context can replace these guidelines. */
  rules: modes.guidelines,
  /** The name of the speaker who opens the conversation. */
  moderator: "Moderator",
  /** The line of a person who passes. */
  passes: "*passes*",
  /** The line of a person who does not answer in time. */
  late: "*does not answer in time*",
  /** Requests another draft. `instruction`: what the person wants to change; may be empty. */
  rewrite: (instruction: string) =>
    `Your draft was not accepted. Write it again from the beginning, in the same form${instruction ? `, and follow this instruction: ${instruction}` : ""}.`,
  /** Why a task was not carried out. */
  passesTask: "the worker passed",
  overBudget: "the budget was used up",
  endedEarly: "the work was stopped before this task was done",

  /** The system prompt of a participant without `instructions` of its own. */
  instructions: ({ self, cast, leader, topic, wordLimit, rules }: modes.Part) =>
    `${youAre({ self })}

You are in a conversation with ${introduceAll(cast.filter(({ name }) => name !== self.name))}.${leader ? ` It is led by ${introduce(leader)}, who decides who speaks.` : ""} The topic is:
${indent(topic)}

How to take part:
${rules}
- A speech has at most ${wordLimit} words.

${material}`,

  /**
   * The conversation precedes the request, so consecutive prompts start with the same text, which a provider can cache.
   * With `isNumbered`, each message starts with its number. `render` quotes the messages so that no text can pass for
   * another speaker's line.
   */
  conversation(remembered: RememberedConversation, isNumbered: boolean, render: RenderConversation) {
    const { omitted } = remembered;
    const leftOut = `(${omitted} earlier ${omitted === 1 ? "message" : "messages"} left out)`;
    return render(remembered, { leftOut, inShort: "(summary of the earlier messages)" }, isNumbered);
  },

  bid: (asked: request.BidRequest) =>
    `Nobody has the floor. Bids decide who speaks next. ${asked.self.name} bids now, without speaking yet.
${measure(asked, asked.self.name)}
${ownJudgement}
${bidForm(asked)}`,

  /** The prompt identifies the participants by their numbers in the cast. */
  bidForAll: (asked: request.PanelRequest) => ({
    system: `You bid for the floor on behalf of the participants in a conversation. Take them one by one, and put yourself in the place of each: a bid depends on what this person knows, thinks and wants, not on what the others bid.

The topic is:
${indent(asked.topic)}

The participants are:
${asked.cast.map((person, seat) => `${seat + 1}. ${introduce(person)}${aboutThem(person)}`).join("\n")}

${material}`,
    instruction: `Nobody has the floor. Bids decide who speaks next. Make one bid for each of these participants:
${asked.candidates.map(({ name }) => `${asked.cast.findIndex((each) => each.name === name) + 1}. ${name}`).join("\n")}
${measure(asked, "the participant")}
${ownJudgement}
For each participant, give the number from the list. ${structuredForm(asked, "the participant")}`,
  }),

  /**
   * If the speaker has no `instructions` of its own, these rules precede the conversation. They are the same in every
   * turn, so a provider can cache them.
   */
  bidAndSpeechRules: ({ criterion, self, scale, anchors }: request.BidAndSpeechRequest) =>
    `- Bids decide who speaks next.
${measure({ criterion, scale, ...(anchors ? { anchors } : {}) }, self.name)}
- ${ownJudgement}
- Begin with the bid, a number in angle brackets: <${scale.min}> is the lowest, <${scale.max}> the highest, whole numbers only. Continue directly with the speech and nothing else. If ${self.name} would rather pass this time, answer only <pass>.`,

  bidAndSpeech(asked: request.BidAndSpeechRequest) {
    const { self, wordLimit, isLast } = asked;
    const ending = isLast ? ` ${lastWord(self.name)}` : "";
    return `Nobody has the floor. ${self.name} bids and, in the same answer, writes the speech that is heard if the bid wins: first the bid, then the speech, at most ${wordLimit} words.${ending}${listenerFirst(asked)}`;
  },

  bidAgain: (asked: request.BidRequest, problem: BidProblem) => `${problems[problem]} ${bidForm(asked)}`,

  speech(asked: request.SpeechRequest) {
    const { self, wordLimit, stage, isLast } = asked;
    const wanted = isLast ? lastWord(self.name) : `Write what ${self.name} says now.`;
    const limit = `Only the speech itself, at most ${wordLimit} words.`;
    const main = stage ? modes.stageSpeech(asked, stage) : `${self.name} has the floor. ${wanted} ${limit}`;
    return `${main}${bidReason(asked)}${listenerFirst(asked)}`;
  },

  toolProblem(problem: ToolProblem) {
    if (problem.kind === "failed") return `${problem.tool} failed: ${problem.reason}`;
    if (problem.kind === "unknown-tool")
      return `There is no tool named “${problem.tool}”. Your tools: ${problem.tools.join(", ")}.`;
    if (problem.kind === "cut") return `[The rest of the result, after ${problem.limit} characters, was cut off.]`;
    return problem.kind === "malformed"
      ? `The arguments of ${problem.tool} could not be read: they must be one JSON object.`
      : "This call was not made, because you have no tool calls left. Speak now, with what you know.";
  },

  describe: ({ self, topic, cast, wordLimit }: request.DescribeRequest) => ({
    system:
      "You invent characters for a conversation: particular people with a stake in the matter, never caricatures.",
    instruction: `The topic of the conversation is:
${indent(topic)}

The participants are ${introduceAll(cast)}.

Describe ${introduce(self)}, in the third person: what shaped them, where they stand on this topic and why, how they talk. Leave the others room to disagree. At most ${wordLimit} words, only the description itself.`,
  }),

  sharpen: ({ topic, cast, wordLimit }: request.SharpenRequest) => ({
    system: "You moderate conversations. You open them with one question on which the guests can disagree.",
    instruction: `Today's topic:
${indent(topic)}

Your guests are ${introduceAll(cast)}.

Turn the topic into one precise question for the guests, with more than one possible answer. At most ${wordLimit} words, only the question itself.`,
  }),

  summarizeMemory: ({ topic, cast }: request.SummarizeRequest, mostWords: number) => ({
    system: `You keep the record of a conversation, for participants who can no longer read all of it. You do not take sides.

The topic is:
${indent(topic)}

The participants are ${introduceAll(cast)}.

${material}`,
    instruction: `Write down what has been said so far, including what the summary at the start of the conversation says, if there is one: who holds which view and why, what was conceded or agreed, which facts and figures were mentioned, what is still open. Use the third person and the names as they are written, and add nothing of your own. At most ${mostWords} words, only the record itself.`,
  }),
};

/** The prompts of one language. */
export interface PromptCatalog extends Readonly<typeof prompts> {}
