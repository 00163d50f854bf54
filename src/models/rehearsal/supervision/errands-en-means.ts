/** English errands about what an idea takes to be carried out. They fit any topic. */
import type { ConcernName } from "../phrases.js";
import type { ErrandTexts } from "./phrases.js";

export const meansEnglish = {
  money: {
    errands: [
      {
        task: "Work out what {subject} would cost, in the first year and in the fifth.",
        report: "I worked out what {subject} would cost, once with hope and once with a sharp pencil.",
      },
      {
        task: "Find three ways to pay for {subject}, and say what is wrong with each.",
        report: "I looked for three ways to pay for {subject}, and something is wrong with each, as ordered.",
      },
    ],
    findings: [
      {
        finding: "I asked for three prices, and all that they have in common is that the first year is the cheap one.",
        gist: "the first year is the cheap one",
      },
      {
        finding:
          "The item that hurts is not the one that everybody argues about, but the small one that comes back every month.",
        gist: "the small item that comes back every month is the one that hurts",
      },
      {
        finding: "Whoever borrows instead of buying can strike out a third of my list.",
        gist: "a third of what we would buy can be borrowed",
      },
      {
        finding: "There is money in last year's accounts for something that was never done, and nobody would miss it.",
        gist: "last year's accounts hide a sum that nobody would miss",
      },
      {
        finding: "The cheapest offer leaves out the delivery, which is how it came to be the cheapest.",
        gist: "the cheapest offer is cheap because it leaves out the delivery",
      },
    ],
  },
  maintenance: {
    errands: [
      {
        task: "List what would have to be looked after for {subject}, how often, and by whom.",
        report: "I listed all that would have to be looked after for {subject}, and had to turn the page.",
      },
      {
        task: "Find out what is likely to go wrong first with {subject}, and who could put it right.",
        report: "I went looking for what would go wrong first with {subject}, which is the part of the work I enjoy.",
      },
    ],
    findings: [
      {
        finding: "It all hangs on one part that only one person knows how to fit, and she retires in spring.",
        gist: "the part that matters can be fitted by one person only, who retires in spring",
      },
      {
        finding:
          "A quarter of an hour each week does more than a great overhaul each year, provided that somebody signs for it.",
        gist: "a quarter of an hour each week does more than a yearly overhaul",
      },
      {
        finding: "I put what we already have to the test, not gently, and it holds better than it looks.",
        gist: "what we already have holds better than it looks",
      },
      {
        finding: "The spare parts exist, in three cupboards with three keys in three pockets.",
        gist: "the spare parts exist, behind three keys in three pockets",
      },
      {
        finding: "Nothing breaks in the first months, which is why nobody will be on duty when it does.",
        gist: "the trouble starts after the first months, when nobody is on duty any more",
      },
    ],
  },
  time: {
    errands: [
      {
        task: "Set out how long {subject} would take from the first yes to the first day, and where it could stall.",
        report:
          "I set out how long {subject} would take from the first yes to the first day, without the usual optimism.",
      },
      {
        task: "Draw up a calendar for {subject}, and mark the weeks in which nothing can be done.",
        report: "I drew up a calendar for {subject}, and the empty weeks tell more than the full ones.",
      },
    ],
    findings: [
      {
        finding: "The work is short, it is the waiting for signatures that is long.",
        gist: "the work is short and the waiting for signatures is long",
      },
      {
        finding: "Whatever is not settled before the holidays will be settled after the next ones.",
        gist: "whatever is not settled before the holidays waits for the next ones",
      },
      {
        finding: "Two of the steps can run side by side, which nobody has tried, as they live in different folders.",
        gist: "two of the steps can run side by side",
      },
      {
        finding: "In one particular week everything needs the same key and the same van.",
        gist: "everything needs the same key and the same van in the same week",
      },
      {
        finding: "If the slowest part comes first, the rest fits in behind it with days to spare.",
        gist: "there is time enough if the slowest part comes first",
      },
    ],
  },
  jobs: {
    errands: [
      {
        task: "Talk to the people whose work {subject} would change, and write down what they ask for.",
        report:
          "I talked to the people whose work {subject} would change, most of them over lunch and some over a second one.",
      },
      {
        task: "List which hands {subject} would need, which we have, and which we would have to train.",
        report: "I listed the hands that {subject} would need, and counted ours twice.",
      },
    ],
    findings: [
      {
        finding: "They fear the new rota more than the new work, and a rota can be mended on paper.",
        gist: "people fear the rota more than the work",
      },
      {
        finding: "Two who are said to be against it would gladly help if somebody asked them in person.",
        gist: "two supposed opponents would gladly help if asked in person",
      },
      {
        finding: "There is one job in it that belongs to nobody, and everybody takes it for somebody else's.",
        gist: "one of the jobs in it belongs to nobody",
      },
      {
        finding: "Most of the skill is here already, in people whose badge says something else.",
        gist: "most of the skill is here already, under other names on the badge",
      },
      {
        finding: "Training takes about as long as the old hands need to stop saying that it will never work.",
        gist: "training takes as long as the old hands go on grumbling",
      },
    ],
  },
} as const satisfies Partial<Record<ConcernName, ErrandTexts>>;
