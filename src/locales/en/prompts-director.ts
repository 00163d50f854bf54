/** The director's prompts in English. */
import type { ChooseSpeakerRequest, DirectorRequest } from "../../models/request.js";
import type { ChoiceProblem } from "../../selection/decision.js";
import type { Fault } from "../../state/correction.js";
import type { Participant } from "../../state/participant.js";
import { indent } from "../../text/layout.js";
import type { PromptCatalog } from "../prompts.js";
import { aboutYou, introduce, material } from "./prompts-people.js";

const list = (candidates: readonly Participant[]) =>
  candidates.map((candidate, index) => `${index + 1}. ${introduce(candidate)}`).join("\n");

/** How the latest messages began, for the next one to begin otherwise. */
const known = (openings: readonly string[]) =>
  openings.length === 0
    ? ""
    : `\nYour latest messages began as follows. Begin in another way, with other words:\n${openings.map(indent).join("\n")}`;

const pending = (comment: string) => `You have this to say, and nobody has heard it yet:\n${indent(comment)}\n\n`;

const numberForm = ({ candidates }: Pick<ChooseSpeakerRequest, "candidates">) =>
  `Answer with the number alone, between angle brackets, from <1> to <${candidates.length}>.`;

const keepGoing =
  "The conversation goes on after it: leave the matter open, settle nothing for good, and take no leave of anybody.";

/** Words that begin a question and are nobody's name: they lose their capital behind a name. */
const questionWord =
  /^(?:And|Are|But|Can|Could|Did|Do|Does|Has|Have|How|If|Is|Let|May|Might|Shall|Should|So|Tell|Was|Were|What|When|Where|Which|Who|Why|Will|Would)\b/;

const faults: Readonly<Record<Fault | ChoiceProblem, string>> = {
  "own-label": "Your answer had your name in front of it.",
  "other-speaker": "Your answer spoke for somebody else.",
  heading: "Your answer had headings in it.",
  "wrong-addressee": "That question is put to somebody else.",
  "no-addressee": "That question names nobody.",
  empty: "There was nothing in your answer.",
  repetition: "You have said much the same before. Say something that has not been said yet, in other words.",
  "no-choice": "There was no number in your answer.",
  "several-choices": "There was more than one number in your answer.",
  "not-an-integer": "That is not a whole number.",
  "out-of-range": "Nobody has that number.",
};

function form(request: DirectorRequest): string {
  switch (request.purpose) {
    case "reflect":
      return "Give the comment again.";
    case "choose-speaker":
      return numberForm(request);
    case "prompt-speaker":
      return `Put one question to ${request.speaker.name}, by name, and to nobody else.`;
    case "direct":
      return `Write all three parts again: the comment, a line with nothing but the number in angle brackets, from <1> to <${request.candidates.length}>, and the question.`;
  }
}

export const directorEnglish: Pick<
  PromptCatalog,
  "leading" | "reflect" | "choose" | "prompt" | "direct" | "directorAgain" | "address" | "askPlainly"
> = {
  leading: ({ self, cast, topic, rules }) =>
    `You are ${introduce(self)}.${aboutYou(self)}

You lead a conversation between ${cast.map(introduce).join("; ")}. It is about:
${indent(topic)}

How you lead it:
${rules}

${material}`,

  reflect: ({ self, intent, wordLimit, openings }) =>
    intent === "close"
      ? `This is your last message, and the conversation ends with it. Write what ${self.name} says: what the talk has brought to light and from whom, what stays open, thanks to those who took part, and a farewell. No more questions to anybody. At most ${wordLimit} words, nothing but the message.${known(openings)}`
      : `It is your turn. Write what ${self.name} says about where the conversation stands: one to three sentences on what was said last, what it leaves unanswered, who has been contradicted. ${keepGoing} Ask nobody anything yet, and do not say who speaks next: both come later. At most ${wordLimit} words, nothing but the comment.${known(openings)}`,

  choose: (request) =>
    `${pending(request.comment)}Who is to speak after that? Choose whoever has the best reason to answer, and do not forget those who have said little.
${list(request.candidates)}
${numberForm(request)}`,

  prompt: ({ self, comment, speaker, wordLimit }) =>
    `${pending(comment)}You give the floor to ${speaker.name}. Write the question that ${self.name} puts to ${speaker.name}: one question, addressed by name, that follows from your comment and only ${speaker.name} can answer. It stands right behind the comment, so do not repeat that. At most ${wordLimit} words, nothing but the question.`,

  direct: ({ self, candidates, wordLimit, openings }) =>
    `It is your turn. Write three parts, one below the other, without headings.
First what ${self.name} says about where the conversation stands, in one to three sentences. ${keepGoing} Ask nobody anything in it.
Then, on a line of its own, the number of the one who is to speak next, in angle brackets, such as <1>: whoever has the best reason to answer; do not forget those who have said little.
${list(candidates)}
Last the one question that ${self.name} puts to that person, by name, and to nobody else. It is heard right behind the comment.
Comment and question together have at most ${wordLimit} words.${known(openings)}`,

  directorAgain: (request, found) => `${found.map((fault) => faults[fault]).join(" ")} ${form(request)}`,

  askPlainly: (name) => `${name}, what do you say to that?`,

  address: (name, question) => `${name}, ${question.replace(questionWord, (word) => word.toLowerCase())}`,
};
