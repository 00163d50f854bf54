/** English errands about what an idea does to bodies and places. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const surroundingsEnglish = {
  safety: {
    errands: [
      {
        task: "Go through {subject} step by step, and mark every point at which somebody could get hurt.",
        report: "I went through {subject} step by step, with a red pencil for wherever somebody could get hurt.",
      },
      {
        task: "Write down the three worst things that could happen with {subject}, and what would prevent each.",
        report:
          "I wrote down the three worst things that could happen with {subject}, and then slept on it, if poorly.",
      },
    ],
    findings: [
      {
        finding: "Most of the danger sits at one spot, where everybody is in a hurry and nobody is in charge.",
        gist: "most of the danger sits at one spot where nobody is in charge",
      },
      {
        finding:
          "The worst case is unlikely, but the third worst has happened twice already, and we called it bad luck.",
        gist: "the third worst case has happened twice already",
      },
      {
        finding: "A lamp, a lock and one clear rule would settle more than half of it.",
        gist: "a lamp, a lock and one clear rule would settle more than half of the dangers",
      },
      {
        finding: "I rehearsed an emergency with two volunteers, and all three of us ran to the wrong door.",
        gist: "in an emergency everybody runs to the wrong door",
      },
      {
        finding: "A rule for this exists, it hangs behind the coats, and it is not a bad rule.",
        gist: "a decent safety rule exists already, behind the coats",
      },
    ],
  },
  health: {
    errands: [
      {
        task: "Find out what {subject} would do to people's sleep, backs and tempers.",
        report: "I asked what {subject} would do to people's sleep, backs and tempers, and got answers on all three.",
      },
      {
        task: "Find out whom {subject} would wear out first, and what would spare them.",
        report: "I tried to find out whom {subject} would wear out first, and began with myself.",
      },
    ],
    findings: [
      {
        finding: "People do not mind the effort half as much as not knowing when it ends.",
        gist: "people mind the uncertainty more than the effort",
      },
      {
        finding: "The tiredness comes in the second week, after the cake and before the habit.",
        gist: "the tiredness comes in the second week",
      },
      {
        finding: "A bench, a break and a glass of water came up in nearly every talk I had.",
        gist: "a bench and a proper break would take off most of the strain",
      },
      {
        finding: "Those who complain loudest are in fine shape, and the ones I worry about say that they are well.",
        gist: "the ones to worry about are those who say that they are well",
      },
      {
        finding: "One man told me that he would sleep better for it, and he has not slept well since the last reform.",
        gist: "some people would even sleep better for it",
      },
    ],
  },
  nature: {
    errands: [
      {
        task: "Walk the ground, and note what {subject} would do to soil, water and whatever nests there.",
        report:
          "I walked the ground to see what {subject} would do to soil, water and nests, and brought some of the soil home on my boots.",
      },
      {
        task: "Find out how much waste {subject} would leave behind, and where it would go.",
        report: "I followed the waste that {subject} would leave behind, right down to where it would end up.",
      },
    ],
    findings: [
      {
        finding: "What grows there now is mostly nettles, but the nettles have tenants.",
        gist: "the nettles that would have to go have tenants",
      },
      {
        finding: "The harm is done in a few weeks of the year, so a calendar can do what a fence cannot.",
        gist: "most of the harm can be avoided with a calendar",
      },
      {
        finding: "Half of what we would throw away is wanted by somebody two streets on.",
        gist: "half of the waste is wanted by somebody two streets on",
      },
      {
        finding: "The water finds its own way, and at present it finds the cellar.",
        gist: "the water goes into the cellar as things stand",
      },
      {
        finding: "Shade turned out to be the most valuable thing of all, at the price of one tree and some patience.",
        gist: "shade is the most valuable thing that could be added",
      },
    ],
  },
  beauty: {
    errands: [
      {
        task: "Sketch how {subject} could look, once plain and once festive.",
        report: "I sketched how {subject} could look, once plain and once festive, with tea stains on both.",
      },
      {
        task: "Find out what people would want to look exactly as it does today, whatever becomes of {subject}.",
        report:
          "I asked what should go on looking as it does, whatever becomes of {subject}, and people pointed with surprising precision.",
      },
    ],
    findings: [
      {
        finding: "Everybody likes the old colour, and nobody could tell me what it is called.",
        gist: "everybody likes the old colour",
      },
      {
        finding: "The ugliest thing about it is the sign that explains it.",
        gist: "the ugliest thing about it is the sign that explains it",
      },
      {
        finding: "Take away the clutter, and what remains needs no decoration.",
        gist: "it needs less clutter rather than more decoration",
      },
      {
        finding: "I pinned up a plain version and a grand one, and people stood longer in front of the plain one.",
        gist: "people look longer at the plain version",
      },
      {
        finding: "Good light would do more for it than all the paint in the estimate.",
        gist: "good light would do more for it than paint",
      },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;
