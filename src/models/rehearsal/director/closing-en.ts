/** A director's last words in English. See `phrases.ts` for what each group is for. */
import type { ClosingTexts } from "./phrases.js";

export const closingEnglish: ClosingTexts = {
  thanks: [
    "My thanks to {guests}, who have given us more than they had to.",
    "I thank {guests} for an hour that did not feel like one.",
    "A round of applause for {guests}, and please do not spare your hands.",
    "Let me thank {guests} for arguing so well and sitting so still.",
    "It falls to me to stop this while it is good, and to thank {guests} for making it so.",
    "Here the clock overrules me, so my warm thanks go to {guests}.",
  ],
  threads: [
    "I shall take home “{quote}”, for which I have {name} to thank.",
    "From {name} I keep “{quote}”, and I will look at it again by daylight.",
    "{name} would not let us forget {point}, and rightly so.",
    "What {name} told us about {point} will outlast the coffee.",
    "If one sentence of this evening deserves a nail in the wall, it is “{quote}”, and the nail is for {name}.",
    "It was {name} who led us to {point}, and we have been there ever since.",
    "I came in without a thought about {point}, and thanks to {name} I leave with several.",
    "Should anyone ask what it was about, tell them that {name} said “{quote}”.",
  ],
  pairs: [
    "{name} gave us “{quote}”, {other} gave us “{otherQuote}”, and I would part with neither.",
    "Somewhere between “{quote}”, as {name} has it, and “{otherQuote}”, as {other} has it, lies the answer that we were looking for.",
    "Tonight I shall fall asleep over “{quote}” and wake up with “{otherQuote}”, and I owe it to {name} and {other}.",
    "Put “{quote}” from {name} next to “{otherQuote}” from {other}, and you have the whole evening on one card.",
  ],
  farewells: [
    "The last word on {subject} has not been spoken, but the last word of this evening is mine, and it is good night.",
    "With that I close our talk, good night and a safe way home.",
    "The microphones go off now, and the real discussion may begin in the corridor.",
    "That was our conversation about {subject}, so sleep on it, and good night.",
    "They are putting out the lamps, so this is where we stop, and good night to you all.",
    "That is all for tonight, come home safely and be kind to whoever thinks otherwise.",
  ],
  apologies: [
    "I am sorry to say that we must stop before anybody has said a word, which may be the most peaceful debate on {subject} ever held.",
    "We have run out of time before we began, and I apologise to {guests} with a deep bow.",
    "Our conversation about {subject} ends before it started, so my apologies to {guests}, and good night.",
  ],
  short: [
    "Thank you all, good night.",
    "That is all, good night.",
    "We end here, thank you.",
    "Thanks to all, good night.",
  ],
  tiny: ["Good night.", "Goodbye."],
};
