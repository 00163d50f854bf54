/** The prompts of a staged meeting in English. */
import type { SpeechRequest, StageContext } from "../../models/request.js";
import { indent } from "../../text/lines.js";
import type { PromptCatalog } from "../prompt-catalog.js";
import { introduceAll, materialNote } from "./prompts-shared.js";

const stillOpen = ({ open }: StageContext) =>
  open.length === 0
    ? ""
    : `\nStill open after the last round:\n${open.map((point) => indent(`- ${point}`)).join("\n")}`;

/** Asks for a speech in a stage. */
export function stageSpeech({ self, wordLimit }: SpeechRequest, stage: StageContext): string {
  const limit = `At most ${wordLimit} words, only the speech itself.`;
  switch (stage.task) {
    case "present":
      return `The meeting begins, and ${self.name} presents. Lay out the matter for the others: what it is about, what is known, which questions it turns on. Do not decide anything. ${limit}`;
    case "summarize":
      return `The discussion is over, and ${self.name} sums up: who argued what, where they agree, where they do not, what remains open. Add no opinion of your own and do not decide anything. ${limit}${stillOpen(stage)}`;
    case "discuss":
    case "decide":
      return `Round ${stage.round} of the discussion: ${self.name} has the floor. Each message above has its number in square brackets. Begin with the number of the message that you answer, in angle brackets, such as <3>, and continue with the speech. ${limit}${stillOpen(stage)}`;
  }
}

export const meetingPrompts = {
  judge: ({ topic, cast, stage }, rules) => ({
    system: `You observe a meeting and judge after each round whether the discussion is sufficient for a decision. You take no side.

${rules}

The topic of the meeting:
${indent(topic)}

The participants are ${introduceAll(cast)}.

${materialNote}`,
    instruction: `Round ${stage.round} of the stage “${stage.name}” is over. Judge the discussion.
sufficient: true if it is sufficient, otherwise false.
reason: one sentence.
open: the questions for the next round, a few words each; empty if there are none.`,
  }),

  decide: ({ self, wordLimit }) =>
    `The discussion is over, and ${self.name} decides for the meeting.
decision: what is decided, so that everybody knows what to do next.
rationale: the reasons that mattered, and who gave them.
dissent: who disagrees and about what; empty if nobody does.
In ${self.name}'s own words, at most ${wordLimit} words in total.`,

  decideAgain: () =>
    "Your answer did not contain a decision in that form. Give decision, rationale and dissent again, each as a text.",

  announce: ({ decision, rationale, dissent }) =>
    [decision, rationale && `Why: ${rationale}`, dissent && `Dissent: ${dissent}`].filter(Boolean).join("\n\n"),
} satisfies Partial<PromptCatalog>;
