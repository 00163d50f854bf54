/** The director's prompts in English. */
import type { ChooseSpeakerRequest, DirectorRequest } from "../../models/request.js";
import type { ChoiceProblem } from "../../selection/decision.js";
import type { Fault } from "../../state/correction.js";
import { indent } from "../../text/lines.js";
import type { PromptCatalog } from "../prompt-catalog.js";
import { introduceAll, material, numbered, youAre } from "./prompts-shared.js";

const known = (openings: readonly string[]) =>
  openings.length === 0
    ? ""
    : `\nYour latest messages began as follows. Begin this one differently:\n${openings.map(indent).join("\n")}`;

const pending = (comment: string) => `You are about to say this; nobody has heard it yet:\n${indent(comment)}\n\n`;

const numberForm = ({ candidates }: Pick<ChooseSpeakerRequest, "candidates">) =>
  `Answer with the number alone, in angle brackets, from <1> to <${candidates.length}>.`;

const keepGoing =
  "The conversation continues after it: leave the question open, draw no final conclusion, and do not say goodbye.";

const best = "whoever has the best reason to respond, without forgetting those who have said little";

/** Words that begin a question and are nobody's name: they lose their capital after a name. */
const questionWord =
  /^(?:And|Are|But|Can|Could|Did|Do|Does|Has|Have|How|If|Is|Let|May|Might|Shall|Should|So|Tell|Was|Were|What|When|Where|Which|Who|Why|Will|Would)\b/;

const faults: Readonly<Record<Fault | ChoiceProblem, string>> = {
  "own-label": "Your answer began with your own name.",
  "other-speaker": "Your answer spoke for somebody else.",
  heading: "Your answer contained headings.",
  "wrong-addressee": "That question is for somebody else.",
  "no-addressee": "That question names nobody.",
  empty: "Your answer was empty.",
  repetition: "You have said much the same before. Say something new, in other words.",
  "no-choice": "Your answer contained no number.",
  "several-choices": "Your answer contained more than one number.",
  "not-an-integer": "That is not a whole number.",
  "out-of-range": "Nobody has that number.",
};

function form(request: DirectorRequest): string {
  switch (request.purpose) {
    case "reflect":
      return "Write the comment again.";
    case "choose-speaker":
      return numberForm(request);
    case "prompt-speaker":
      return `Ask ${request.speaker.name} one question, by name, and nobody else.`;
    case "direct":
      return `Write all three parts again: the comment; a line with only the number in angle brackets, from <1> to <${request.candidates.length}>; and the question.`;
  }
}

export const directorPrompts = {
  leading: ({ self, cast, topic, rules }) =>
    `${youAre({ self })}

You lead a conversation between ${introduceAll(cast)}. The topic is:
${indent(topic)}

How to lead it:
${rules}

${material}`,

  reflect: ({ self, intent, wordLimit, openings }) =>
    intent === "close"
      ? `This is your last message, and it ends the conversation. Write what ${self.name} says: what came to light and who contributed it, what remains open, thanks to the guests, and a farewell. Ask nobody anything. At most ${wordLimit} words, only the message itself.${known(openings)}`
      : `It is your turn. Write what ${self.name} says about the state of the conversation: in one to three sentences, what was said last, what it leaves unanswered, who was contradicted. ${keepGoing} Do not ask anybody anything yet, and do not name the next speaker: both come later. At most ${wordLimit} words, only the comment itself.${known(openings)}`,

  choose: (request) =>
    `${pending(request.comment)}Who should speak next? Choose ${best}.
${numbered(request.candidates)}
${numberForm(request)}`,

  prompt: ({ self, comment, speaker, wordLimit }) =>
    `${pending(comment)}You give the floor to ${speaker.name}. Write the question that ${self.name} asks: one question, addressed to ${speaker.name} by name, that follows from your comment and that only ${speaker.name} can answer. It comes right after the comment, so do not repeat the comment. At most ${wordLimit} words, only the question itself.`,

  direct: ({ self, candidates, wordLimit, openings }) =>
    `It is your turn. Write three parts, one after the other, without headings.
First, what ${self.name} says about the state of the conversation, in one to three sentences. ${keepGoing} Ask nothing here.
Then, on a line of its own, the number of the next speaker in angle brackets, such as <1>: ${best}.
${numbered(candidates)}
Last, the one question that ${self.name} asks this person, by name, and nobody else. It comes right after the comment.
Comment and question together have at most ${wordLimit} words.${known(openings)}`,

  directorAgain: (request, found) => `${found.map((fault) => faults[fault]).join(" ")} ${form(request)}`,

  askPlainly: (name) => `${name}, what do you say to that?`,

  address: (name, question) => `${name}, ${question.replace(questionWord, (word) => word.toLowerCase())}`,
} satisfies Partial<PromptCatalog>;
