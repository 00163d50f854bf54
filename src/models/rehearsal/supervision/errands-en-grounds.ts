/** English errands about what an idea stands on, and who may say so. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const groundsEnglish = {
  evidence: {
    errands: [
      {
        task: "Collect what is really known about {subject}, and put all the rest on a second sheet.",
        report: "I collected what is really known about {subject}, and the sheet for all the rest is the longer one.",
      },
      {
        task: "Find two places that have been through something like {subject}, and compare what came of it.",
        report:
          "I compared two places that have been through something like {subject}, though neither of them enjoys being compared.",
      },
    ],
    findings: [
      {
        finding: "The figure that everybody quotes goes back to one afternoon and one man with a notebook.",
        gist: "the figure that everybody quotes rests on a single afternoon",
      },
      {
        finding:
          "Where it went well, somebody had tried it small, and where it went badly, somebody had printed posters.",
        gist: "it goes well where somebody has tried it small before",
      },
      {
        finding: "Two of the papers contradict each other, and both turn out to be copied from the same third.",
        gist: "two of the papers that contradict each other are copied from the same third",
      },
      {
        finding:
          "The counting points one way and the stories point the other, and I would follow the counting by a nose.",
        gist: "the counting points one way and the stories point the other",
      },
      {
        finding: "A month of trying would tell us more than the whole shelf.",
        gist: "a month of trying would tell us more than a shelf of papers",
      },
    ],
  },
  tradition: {
    errands: [
      {
        task: "Ask the old hands which habits stand behind {subject}, and which of them are worth keeping.",
        report: "I asked after the old habits behind {subject}, and everybody over seventy had one.",
      },
      {
        task: "Search the old papers for anything like {subject}, and report what came of it.",
        report: "I searched the old papers for anything like {subject}, and sneezed my way to an answer.",
      },
    ],
    findings: [
      {
        finding: "The custom we call ancient was brought in by a newcomer, against loud protest.",
        gist: "the custom we call ancient was once a newcomer's idea",
      },
      {
        finding: "What people want to keep is the hour and the smell, not the procedure.",
        gist: "people want to keep the hour and the smell, but not the procedure",
      },
      {
        finding: "It was attempted once before, and given up for want of a ladder.",
        gist: "it was attempted once before and given up for want of a ladder",
      },
      {
        finding: "The oldest rule in the book is also the shortest, and it still fits.",
        gist: "the oldest rule in the book still fits",
      },
      {
        finding: "Two families remember it in opposite ways, and both have a photograph.",
        gist: "two families remember it in opposite ways, each with a photograph",
      },
    ],
  },
  privacy: {
    errands: [
      {
        task: "List what would be written down about people because of {subject}, and who could read it.",
        report: "I listed what would be written down about people because of {subject}, and then locked the list away.",
      },
      {
        task: "Find out how little one has to know about people for {subject}.",
        report:
          "I tried to see how little one has to know about people for {subject}, and crossed out more than I left.",
      },
    ],
    findings: [
      {
        finding: "Most of the boxes on the form are there because the form had room for them.",
        gist: "most of the form asks for things that nobody needs",
      },
      {
        finding: "The list that ought to be secret hangs in the corridor, where everybody is too polite to read it.",
        gist: "the list that ought to be secret hangs in the corridor",
      },
      {
        finding: "People gladly say what they need as long as they need not say why.",
        gist: "people gladly say what they need as long as nobody asks why",
      },
      {
        finding: "Nobody could tell me when the old records are destroyed, including the person who destroys them.",
        gist: "nobody knows when the old records are destroyed",
      },
      {
        finding: "A first name and a colour would be enough to run the whole thing.",
        gist: "a first name and a colour would be enough to run it",
      },
    ],
  },
  freedom: {
    errands: [
      {
        task: "Find out who would lose a choice by {subject}, and who would gain one.",
        report: "I found out who would lose a choice by {subject} and who would gain one, and a few do both.",
      },
      {
        task: "List the rules that {subject} would need, and strike out all but the necessary ones.",
        report: "I listed the rules that {subject} would need, and struck out whatever I could.",
      },
    ],
    findings: [
      {
        finding: "Three rules are enough, and the third only says that there is no fourth.",
        gist: "three rules are enough",
      },
      {
        finding: "People put up with almost anything that they may leave again.",
        gist: "people put up with almost anything that they may leave again",
      },
      {
        finding: "The loudest call for a rule comes from those to whom it would not apply.",
        gist: "the loudest call for rules comes from those to whom they would not apply",
      },
      {
        finding: "One corner left undecided on purpose would please more people than any plan.",
        gist: "one corner should be left undecided on purpose",
      },
      {
        finding: "Nobody has ever asked for permission, because nobody knew whom to ask.",
        gist: "nobody knows whom to ask for permission",
      },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;
