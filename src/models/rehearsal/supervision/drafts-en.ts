/** What a worker can be asked in English to make of the results of others. See `phrases.ts` for what each text is for. */
import type { DraftName, DraftTexts } from "./phrases.js";

export const draftsEnglish: Readonly<Record<DraftName, DraftTexts>> = {
  proposal: {
    task: "Draft a one-page proposal on {subject} that stands on the results of {names}.",
    alone: "Draft a one-page proposal on {subject}.",
    report: "I drafted a proposal on {subject}, and it fits on one page if one forgives the margins.",
    findings: [
      {
        finding: "The page names one step, one date and one person, and leaves the brass band for later.",
        gist: "one step, one date and one person would make a beginning",
      },
      {
        finding: "The second paragraph says what we will not do, and it was the easiest to agree on.",
        gist: "it helps to say first what will not be done",
      },
      {
        finding: "I moved the costs to the top, where people meet them while they still have coffee.",
        gist: "the costs belong at the top of the page",
      },
      {
        finding: "Every sentence with a maybe in it I either proved or struck out.",
        gist: "the proposal can do without a single maybe",
      },
    ],
    lack: "a proposal",
  },
  notice: {
    task: "Write a notice about {subject} out of the results of {names}, in words that fit on a door.",
    alone: "Write a notice about {subject}, in words that fit on a door.",
    report: "I wrote a notice about {subject} that fits on a door and can be read while waiting.",
    findings: [
      {
        finding: "The notice begins with what stays the same, since that is what people look for first.",
        gist: "people look first for what stays the same",
      },
      {
        finding: "There is a name and a telephone number at the bottom, and the name has agreed to it.",
        gist: "a notice needs a real name at the bottom",
      },
      {
        finding: "I read it out at a bus stop, and the third sentence was understood as soon as I had removed it.",
        gist: "the notice is clearer without its third sentence",
      },
      {
        finding: "The word that everybody stumbled over has been replaced by a date.",
        gist: "a date does more for a notice than any adjective",
      },
    ],
    lack: "a notice for the door",
  },
  options: {
    task: "Set three ways to go about {subject} side by side, and rank them by the results of {names}.",
    alone: "Set three ways to go about {subject} side by side, and rank them.",
    report: "I set three ways to go about {subject} side by side, and ranked them with a clear conscience.",
    findings: [
      {
        finding: "First place goes to the one that can be begun without a meeting.",
        gist: "the best way is the one that can begin without a meeting",
      },
      {
        finding: "The boldest way did not win, but it lends the winner its second half.",
        gist: "the boldest way is best taken in half",
      },
      {
        finding: "I let doing nothing compete as well, and it came in out of breath.",
        gist: "doing nothing is the weakest of the ways",
      },
      {
        finding: "The first two are so close that a wet summer would turn them round.",
        gist: "the first two ways are nearly level",
      },
    ],
    lack: "a ranking of the ways open to us",
  },
  trial: {
    task: "Plan a small trial of {subject} by the results of {names}, with the day on which we stop and look.",
    alone: "Plan a small trial of {subject}, with the day on which we stop and look.",
    report: "I planned a trial of {subject}, small enough to fail without making the papers.",
    findings: [
      {
        finding: "Four weeks will do, since everybody behaves in the first and forgets to in the third.",
        gist: "a trial of four weeks will do",
      },
      {
        finding: "There is one question on the last day, and it can be answered by pointing.",
        gist: "the trial can end on a single question",
      },
      {
        finding: "I put the trial where failure would show soonest, which is unpopular and saves time.",
        gist: "a trial belongs where failure would show soonest",
      },
      {
        finding: "The way back is written down first, as nobody will be in the mood for it later.",
        gist: "the way back has to be written down beforehand",
      },
    ],
    lack: "a plan for a trial",
  },
  objections: {
    task: "Write the best case against {subject}, and hold it against the results of {names}.",
    alone: "Write the best case against {subject}, and say what would answer it.",
    report: "I wrote the best case against {subject}, and came close to convincing myself.",
    findings: [
      {
        finding: "The strongest objection is not that it is wrong but that nobody is waiting for it.",
        gist: "the strongest objection is that nobody is waiting for it",
      },
      {
        finding: "Two of the usual objections contradict each other, so one of them may be dropped by lot.",
        gist: "two of the usual objections contradict each other",
      },
      {
        finding: "One objection I could not answer at all, and I have put it on top.",
        gist: "one objection has no answer yet",
      },
      {
        finding: "Most of the others shrink as soon as somebody gives a date and a name.",
        gist: "most objections shrink when there is a date and a name",
      },
    ],
    lack: "the case against",
  },
};
