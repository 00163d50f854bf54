/** What a presenter says in English. See `phrases.ts` for what each group is for. */
import type { PresentationTexts } from "./phrases.js";
import { stakesEnglish } from "./stakes-en.js";

export const presentationEnglish: PresentationTexts = {
  openings: [
    "Thank you for coming, and for bringing pens, because on {subject} we need a decision and not another folder.",
    "I asked for this hour because we have talked about {subject} in every corridor and never once in a room.",
    "Before anyone falls in love with an answer, let me walk you once round the question of {subject}.",
    "You have all read my note on {subject}, or at least its first line, so I shall keep to what the note leaves out.",
    "Our item today is {subject}, which everybody calls simple until somebody has to sign.",
    "I have tried to get {subject} onto one page, and you will see where the ink ran short.",
    "Let me set out {subject} as I would for somebody who came in late, since somebody always does.",
    "There is one item today, it is {subject}, and the biscuits have been rationed accordingly.",
  ],
  additions: [
    "{name} has laid out the main thing, so I add only what would not fit on that page.",
    "I take over from {name}, and I shall not begin again with the Flood.",
    "To the picture that {name} has drawn I would like to add one corner.",
    "What {name} has told you holds, and there is a second half to it.",
  ],
  sequels: [
    "There is a second sheet, as I feared.",
    "I promised one page on {subject}, and this is its back.",
    "Let me finish what I have to lay before you on {subject}.",
    "My notes on {subject} have an appendix, but a short one.",
  ],
  roles: [
    "I speak as {aTrade}, so take the facts from me and the poetry from somebody else.",
    "As {aTrade} I see the matter from below, where the pipes are.",
    "You know me as {aTrade}, and I shall try to present it as if I were none.",
    "It took {aTrade} to write this down, I am told, so blame the trade for the style.",
  ],
  leanings: {
    for: [
      "You know that my own answer is yes, so please look twice wherever I sound cheerful.",
      "I am in favour myself, which is why I shall read you the other side first.",
      "My own vote is no secret, it is a yes, and it counts for no more than yours.",
    ],
    against: [
      "You know that my own answer is no, so correct me wherever I paint too dark.",
      "I am against it myself, which is why I have asked somebody else to check my figures.",
      "My own vote is no secret, it is a no, and it counts for no more than yours.",
    ],
    unsure: [
      "I have not made up my own mind, which makes me either the best person to present this or the worst.",
      "I know both sides by heart and have slept on each of them.",
      "If you wonder which way I lean, so do I.",
    ],
  },
  wishes: [
    "My own heart is set on {wish}, so weigh my words with that in mind.",
    "I should confess to a weakness for {wish}, and then we can forget it again.",
  ],
  stakes: stakesEnglish,
  points: [
    "As far as I can see, it will turn on {points}.",
    "Please keep your eye on {points}, and let the rest wait in the corridor.",
    "It comes down to {points}, in whatever order you prefer to quarrel.",
    "If we get clear about {points}, we are done, and if we do not, we shall meet again.",
    "What I have underlined on my page is {points}.",
    "There will be much talk of other things, but what decides it is {points}.",
  ],
  tasks: [
    "What I need from this meeting is what we do, who does it, and when we look again.",
    "I should like us to leave with one sentence that each of us can repeat without blushing.",
    "At the end one of us has to decide, so please give your arguments a shape that can be decided on.",
    "I ask you for a direction and not for applause, though I would not send the applause back.",
    "So let us settle the direction today and the colour of the folder another day.",
    "Please do not leave me with a maybe, I have a drawer full of those.",
  ],
  short: [
    "We must settle {subject} today.",
    "The matter is {subject}.",
    "Please help me decide this.",
    "Both sides deserve a hearing.",
    "It will turn on {points}.",
  ],
  tiny: ["Over to you.", "Let us begin.", "Please decide."],
};
