/** What a summary says in English. See `phrases.ts` for what each group is for. */
import type { SummaryTexts } from "./phrases.js";

export const summaryEnglish: SummaryTexts = {
  openings: [
    "Let me put on one page what has been said on {subject}, in nobody's favour.",
    "Here are my notes on {subject}, without the coughing.",
    "Summing up is the art of displeasing everybody equally, so I begin at once.",
    "If my notes can be trusted, this is how far we have come with {subject}.",
    "I have been listening for all of you, and this is what is left in the sieve.",
    "Now for what was really said about {subject}, as opposed to what each of us heard.",
  ],
  camps: {
    closed: [
      {
        for: "{names} argued for a yes",
        against: "{names} argued for a no",
        unsure: "{names} wanted to know more first",
      },
      {
        for: "a yes came from {names}",
        against: "a no came from {names}",
        unsure: "questions came from {names}",
      },
      {
        for: "in favour we heard {names}",
        against: "against it we heard {names}",
        unsure: "between the chairs we heard {names}",
      },
    ],
    open: [
      {
        for: "{names} spoke up for boldness",
        against: "{names} spoke up for care",
        unsure: "{names} kept asking",
      },
      {
        for: "{names} would like to start soon",
        against: "{names} would rather go slowly",
        unsure: "{names} would like to hear more",
      },
    ],
    wishes: ["{names} spoke up for {wish}", "{names} would have {wish}"],
  },
  pairs: [
    "{name} said “{quote}”, and against that stood “{otherQuote}”, from {other}.",
    "Where {name} had “{quote}”, {other} had “{otherQuote}”.",
    "Between “{quote}” ({name}) and “{otherQuote}” ({other}) most of our hour was spent.",
    "I have “{quote}” down under {name} and “{otherQuote}” under {other}, and the two are not on speaking terms.",
  ],
  quotes: [
    "{name} put it as “{quote}”.",
    "Of what {name} said I have kept “{quote}”.",
    "Under {name} I have written “{quote}”.",
    "{name} held that “{quote}”.",
  ],
  points: [
    "{name} spoke above all of {point}.",
    "With {name} everything led back to {point}.",
    "{name} put the weight on {point}.",
    "{name} would not leave out {point}.",
  ],
  agreements: [
    "On one thing {name} and {other} are at peace, namely that nothing goes without an answer on {point}.",
    "Both {name} and {other} came to {point}, if by opposite doors.",
    "{name} and {other} agree at least that we must talk about {point}.",
    "That {point} must be dealt with, neither {name} nor {other} disputes.",
  ],
  open: [
    "Nobody has yet settled the matter of {points}.",
    "An answer is still owed on {points}.",
    "Next to {points} my page is still white.",
    "What stays on the list is the question of {points}.",
  ],
  endings: [
    "That is all, and I have left out only the sighs.",
    "More is not on my page, and less would not be fair.",
    "The rest is not for the one who takes the notes.",
    "Objections to my spelling are welcome, objections to the facts even more so.",
  ],
  nothing: [
    "There is nothing to sum up yet, as nobody has argued anything.",
    "My page on {subject} is white, and I hand it on as it is.",
  ],
  short: ["Everything is in the minutes.", "All of it is noted.", "I have noted every word."],
  tiny: ["It is noted.", "All noted."],
};
