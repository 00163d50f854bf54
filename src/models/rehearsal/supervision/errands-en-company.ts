/** English errands about those who would have to live with an idea. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const companyEnglish = {
  fairness: {
    errands: [
      {
        task: "Work out who gains by {subject}, who loses, and who is never asked.",
        report:
          "I worked out who gains by {subject}, who loses and who is never asked, and the third list is the longest.",
      },
      {
        task: "Find a rule for {subject} that one could accept without knowing which side one is on.",
        report: "I looked for a rule for {subject} that one could accept without knowing which side one is on.",
      },
    ],
    findings: [
      {
        finding: "Those who would gain have written in already, and those who would lose have not heard of it.",
        gist: "those who would lose by it have not heard of it yet",
      },
      {
        finding: "Taking turns is the only rule that nobody called a trick.",
        gist: "taking turns is the only rule that nobody calls a trick",
      },
      {
        finding: "The same three people do well in every version, and one of them has begun to blush.",
        gist: "the same three people do well in every version",
      },
      {
        finding: "A small compensation, paid early and without a form, would quiet most of the grievances.",
        gist: "a small compensation, paid early, would quiet most of the grievances",
      },
      {
        finding: "What people resent is not the size of their share but having to ask for it.",
        gist: "people resent having to ask for their share",
      },
    ],
  },
  people: {
    errands: [
      {
        task: "Ask a dozen of those who would feel {subject} most what they make of it.",
        report: "I asked a dozen of those who would feel {subject} most, and was given a great deal of tea.",
      },
      {
        task: "Find out whose day {subject} would change, and what would make the change easier.",
        report: "I found out whose day {subject} would change, mostly by sitting where they sit.",
      },
    ],
    findings: [
      {
        finding: "Most of them have no quarrel with the thing itself, only with hearing of it last.",
        gist: "most people only mind hearing of it last",
      },
      {
        finding: "The first thing they ask is whether there will be somewhere to sit.",
        gist: "the first thing people ask is whether there will be somewhere to sit",
      },
      {
        finding: "The best ideas came from those who have no time for meetings.",
        gist: "the best ideas come from those who have no time for meetings",
      },
      {
        finding: "They care about the mornings, while all our drafts are about the evenings.",
        gist: "people care about the mornings and not about the evenings",
      },
      {
        finding: "Three of them offered to help before I had asked, and I wrote down their names at once.",
        gist: "three people have offered to help without being asked",
      },
    ],
  },
  trust: {
    errands: [
      {
        task: "Find out what was promised about {subject} before, and what became of it.",
        report: "I dug out what was promised about {subject} before, in two columns of unequal length.",
      },
      {
        task: "Find out whom people would believe about {subject}, and why.",
        report: "I asked whom people would believe about {subject}, and promised not to take offence.",
      },
    ],
    findings: [
      {
        finding: "Nobody minds a broken promise as much as one that was never mentioned again.",
        gist: "people mind the silence after a promise more than a broken one",
      },
      {
        finding: "One honest notice on the door would do more than four glossy pages.",
        gist: "one honest notice on the door would do more than four glossy pages",
      },
      {
        finding: "The one whom they all believe holds no office and bakes on Thursdays.",
        gist: "the one whom everybody believes holds no office",
      },
      {
        finding: "In the past the small promises were kept, and the large ones were renamed.",
        gist: "the small promises were kept and the large ones were renamed",
      },
      {
        finding: "They would forgive a mistake if somebody turned up in person to own it.",
        gist: "a mistake would be forgiven if somebody owned it in person",
      },
    ],
  },
  children: {
    errands: [
      {
        task: "Ask the young ones what they would do about {subject}, and do not correct them.",
        report: "I asked the young ones what they would do about {subject}, and bit my tongue throughout.",
      },
      {
        task: "Find out what {subject} would teach those who grow up with it, meant or not.",
        report: "I tried to see what {subject} would teach those who grow up with it, meant or not.",
      },
    ],
    findings: [
      {
        finding: "They asked why it takes so long before they asked what it is.",
        gist: "the first thing the young ones ask is why it takes so long",
      },
      {
        finding: "They copy what we do in a queue, not what we say from a platform.",
        gist: "the young ones copy what we do and not what we announce",
      },
      {
        finding: "Their best proposal is drawn on the back of a maths test, and it would work.",
        gist: "the best proposal is on the back of a maths test",
      },
      {
        finding: "They want to be in charge of something small, as long as it is real.",
        gist: "the young ones want to be in charge of something small and real",
      },
      {
        finding: "Nothing about it scares them, except a speech at the opening.",
        gist: "the young ones fear nothing about it except a speech at the opening",
      },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;
