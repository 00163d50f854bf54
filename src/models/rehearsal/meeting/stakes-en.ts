/** What is at stake, in English, by concern. Fair to either side, as a presenter has to be. */
import type { PresentationTexts } from "./phrases.js";

export const stakesEnglish: PresentationTexts["stakes"] = {
  money: [
    "Doing it costs money and leaving it costs money, and only one of the two sends an invoice.",
    "There is an estimate, which is the polite word for a hope with decimals.",
  ],
  maintenance: [
    "Whatever we choose will have to be kept going long after the enthusiasm has gone home.",
    "Somebody will stand before it with a spanner one day and think of us, kindly or not.",
  ],
  safety: [
    "If something goes wrong, it will not go wrong on paper.",
    "We owe ourselves a look at the worst case while it is still only a sentence.",
  ],
  health: [
    "There are backs, nerves and nights of sleep in this, and none of them appears in the estimate.",
    "People will carry the result in their bones, whichever way we decide.",
  ],
  nature: [
    "More is alive in this matter than sits at this table, and it has no vote.",
    "What grows and flies around us will notice our decision before the newspaper does.",
  ],
  time: [
    "Every month without a decision is a decision too, only nobody has to sign it.",
    "Hours will be won by it or lost by it, and we should know whose hours they are.",
  ],
  jobs: [
    "Some earn their living by the way things are, and others might by the way things could be.",
    "Behind every line of this there is a pair of hands that does the work.",
  ],
  beauty: [
    "We shall have to look at the result every morning, long after we have forgotten the reasons.",
    "It is also a question of taste, which no committee has ever survived unhurt.",
  ],
  fairness: [
    "Some will gain by it and some will pay for it, and it would be decent to know beforehand who is who.",
    "The benefit and the burden live at different addresses, as they often do.",
  ],
  evidence: [
    "We know less about it than our tone suggests, and I include my own.",
    "There are figures for either side, and they were collected by either side.",
  ],
  people: [
    "Many will have to live with the result who will learn of it from the noticeboard.",
    "The ones it touches most are not in this room, so let us speak as if they were.",
  ],
  trust: [
    "Something has been promised in this matter, and somebody has kept the letter.",
    "Whatever we announce, we shall be measured by what we do on the day after.",
  ],
  tradition: [
    "Part of what is at stake is old, and old things cannot be reordered.",
    "There are habits in it that nobody decided and everybody would miss.",
  ],
  privacy: [
    "Somebody will come to know more about us by it, or less, and we should say who.",
    "Every convenience takes notes, and we have not yet said who may read them.",
  ],
  children: [
    "The youngest will have the result for longest, and they are the only ones whom nobody has asked.",
    "What we decide here will be part of somebody's childhood.",
  ],
  freedom: [
    "In the end we decide what others may decide for themselves.",
    "Some would like to choose for themselves, and some would like it to be chosen at last.",
  ],
};
