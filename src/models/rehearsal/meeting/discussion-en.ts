/** What a meeting adds to a debate's ways of talking, in English. See `phrases.ts` for what each group is for. */
import type { DiscussionTexts } from "./phrases.js";

export const discussionEnglish: DiscussionTexts = {
  handovers: {
    point: [
      "Thank you, {name}, that was the matter without its wrapping, so let me begin with {point}.",
      "Of all that {name} has put on the table I would pick up {point} first.",
      "{name} has drawn the map, so I can go straight to {point}.",
      "If {name} is right about what decides this, I would put {point} before all the rest.",
      "I have one line in {name}'s account underlined, and it is the one about {point}.",
      "{name} mentioned {point} as calmly as one mentions the weather, and I should like to stay there for a moment.",
    ],
    general: [
      "That was fairly laid out, {name}, and fairness is a good reason to start arguing.",
      "{name} has kept to the facts, so somebody else will have to start with the opinions.",
      "After what {name} has set out, nobody can claim not to have understood the question.",
      "I have no quarrel with {name}'s account of {subject}, only with the comfort one could take from it.",
    ],
    short: ["Thank you, {name}.", "Clear enough, {name}.", "To begin, then, {name}."],
  },
  openLeadIns: [
    "As for {open}, which the last round left lying, ",
    "On {open}, where we still owe an answer, ",
    "As to {open}, since it is still on the list, ",
    "On {open}, round which we have been walking on tiptoe, ",
    "Now for {open}, as the minutes have an empty line there — ",
    "Where {open} is concerned, and somebody had to start, ",
    "Let me take {open} off the list of open points — ",
    "About {open} I have so far been politely silent — ",
  ],
  questions: [
    "{other}, would you put your initials under that?",
    "{other}, what would have to stand in the minutes for you to agree?",
    "{other}, which of us would have to do it on Monday morning?",
    "{other}, can you live with that, or will you bring it up again in the car park?",
    "{other}, is that a condition of yours, or only a sigh?",
    "{other}, how would you tell the others when we come out of here?",
  ],
  challenges: [
    "I would like that in the minutes, and not in the appendix.",
    "Whoever sums this up, please do not make it sound friendlier than it was.",
    "If we put that off once more, it will be on the agenda when we retire.",
    "Let that come before the decision for once, and not after it.",
    "I propose that we settle this before we settle who brings the cake.",
    "Strike whatever else I have said, but leave that in.",
  ],
};
