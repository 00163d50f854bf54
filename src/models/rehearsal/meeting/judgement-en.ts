/** Why a discussion goes on, or need not, in English. See `phrases.ts` for what each group is for. */
import type { JudgementTexts } from "./phrases.js";

export const judgementEnglish: JudgementTexts = {
  insufficient: {
    missing: [
      "We have been round the table once more, and not a word has been said about {missing}.",
      "A decision now would rest on good manners, since nobody has touched on {missing}.",
      "The arguments are lively, but every one of them stops short of {missing}.",
      "There is more opinion than answer so far, above all where it comes to {missing}.",
    ],
    unanswered: [
      "What {name} said about {point} is still waiting for a reply.",
      "{name} raised {point}, and the others looked at their papers.",
      "On {point} we have {name}'s word and nobody else's.",
      "Nobody has taken {name} up on {point}, neither for nor against.",
    ],
    general: [
      "The positions are clear by now, the reasons are not.",
      "The arguments have been introduced to each other, but they have not shaken hands.",
      "Everyone knows where the others stand, and nobody has yet had to move a foot.",
      "It has warmed up, but nothing has come to the boil.",
    ],
    tiny: ["Not yet enough.", "Another round, please."],
  },
  sufficient: {
    point: [
      "Both sides have met on {point}, and a further round would only be louder.",
      "The arguments on {point} have begun to come round again, which is the usual sign.",
      "More than one chair has had a look at {point}, and the rest is a matter of deciding.",
    ],
    general: [
      "What can be known in this room is known by now.",
      "Everyone has been heard, and the last new argument has been polite enough to come by itself.",
      "The reasons are all on the table, and it is the table's turn to be cleared.",
      "From here on we would be quoting ourselves.",
    ],
    tiny: ["Enough was said.", "All was heard."],
  },
};
