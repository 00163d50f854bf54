/** What is decided, why and against whom, in English. See `phrases.ts` for what each group is for. */
import type { DecisionTexts } from "./phrases.js";

export const decisionEnglish: DecisionTexts = {
  decisions: {
    yes: [
      "On {subject} the answer is yes, and the first step is taken by {date}.",
      "We do it, and on {date} I want to see that it has begun.",
      "It is a yes to {subject}, without a footnote.",
    ],
    terms: [
      "On {subject} the answer is yes, provided that by {date} I have a written answer on {point}.",
      "We do it, but only once somebody has dealt with {point}, and for that there is time until {date}.",
      "It is a yes with a condition, and the condition is an honest page on {point} by {date}.",
    ],
    trial: [
      "On {subject} we make a trial of {term}, and then we count what it has brought and what it has broken.",
      "We try it until {date}, not a day longer without asking again, and the log stays open to everybody.",
      "I decide for {term} on trial, with {point} measured from the first day.",
    ],
    later: [
      "For now the answer is no, but on {date} we look at {subject} again, with an answer on {point} in hand.",
      "Not yet, as nobody has settled {point}, and on {date} I want it on this table once more.",
      "We leave things as they are until {date}, and use the time for {point}.",
    ],
    no: [
      "On {subject} the answer is no, and I would rather say so now than in a footnote.",
      "We do not do it, and nobody has to keep the folder.",
      "It is a no to {subject}, with thanks to those who made it hard to say.",
    ],
    survey: [
      "I decide nothing on {subject} today, except that by {date} we shall know more about {point}.",
      "By {date} we gather facts on {point}, and then I decide, with or without courage.",
    ],
    wish: [
      "On {subject} it will be {wish}, to begin with for {term}, and then {otherWish} gets its hearing.",
      "We start with {wish}, and on {date} we see whether there is room for {otherWish} as well.",
      "My choice is {wish}, and the plan for it is due by {date}.",
      "It will be {wish}, and by {date} I want to see the first sketch.",
    ],
    step: [
      "On {subject} we take the smallest step that can be undone, and we take it by {date}.",
      "We begin with a trial of {term}, small enough to fail in comfort.",
    ],
    bold: [
      "On {subject} we take the bolder way, and the first step is due by {date}.",
      "We begin by {date}, with the largest thing that we can finish.",
    ],
    careful: [
      "On {subject} we take the careful way, and nothing is done that cannot be undone by {date}.",
      "We go slowly, look after what still stands, and meet again on {date}.",
    ],
  },
  keeping: {
    yes: [
      "On {subject} the answer is yes, it stays, and by {date} we decide what it needs.",
      "It stays, without a footnote and without a date.",
    ],
    terms: [
      "It stays, provided that by {date} I have a written answer on {point}.",
      "On {subject} the answer is yes, with one condition, an honest page on {point} by {date}.",
    ],
    trial: [
      "On {subject} I decide for another {term} as it is, and then we count again, aloud.",
      "It stays until {date}, and by then somebody shows me what it is like without.",
    ],
    later: [
      "We prepare to let it go, but nothing is touched before {date}, when {point} must be settled.",
      "It goes, though not before {date}, and not before we have an answer on {point}.",
    ],
    no: [
      "On {subject} the answer is no, and we say goodbye to it properly, by {date}.",
      "We let it go, with thanks and without a replacement by the back door.",
    ],
  },
  watchers: [
    "{other}, who doubts it most, keeps the log.",
    "The figures go to {other}, whom nobody will suspect of rounding up.",
    "I ask {other} to tell us on the day whether it was worth it.",
  ],
  rationales: {
    carried: [
      "What carried it was {name}'s argument about {point}, which nobody managed to move.",
      "I keep coming back to {name}'s “{quote}”.",
      "{name} persuaded me on {point}, and persistence had little to do with it.",
      "After “{quote}”, from {name}, I heard nothing that weighed more.",
    ],
    balanced: [
      "{name} is right about {point}, {other} is right about {otherPoint}, and no further hour of talk would have changed either.",
      "I cannot wave away {other}'s doubts about {otherPoint}, nor {name}'s reasons about {point}.",
      "Between “{quote}” from {name} and {other}'s worry about {otherPoint} I see no winner, only a sensible order.",
      "{name} had the stronger case on {point}, and {other}'s question about {otherPoint} deserved better than a nod.",
    ],
    hesitant: [
      "{name} asked about {point}, and the honest answer is that we do not know.",
      "As long as nobody can answer {name} on {point}, confidence would be bad manners.",
    ],
    converted: [
      "It is not what I came in wanting, which speaks for the discussion.",
      "I leave my own opinion in the cloakroom, where it may be collected later.",
    ],
    general: [
      "The reasons for it were stronger than the volume.",
      "It is the course that we could still defend in a year.",
      "Any other course would have needed better arguments than I heard.",
    ],
    tiny: ["It seems fair.", "Reasons won."],
  },
  dissents: {
    wantedNo: [
      "{names} would have said no, above all because of {point}.",
      "A no would have been {names}'s answer, and the reason is {point}.",
      "{names} remained unconvinced, and wanted {point} in the minutes as the reason.",
    ],
    wantedYes: [
      "{names} would have said yes, above all because of {point}.",
      "A yes would have been {names}'s answer, and the reason is {point}.",
      "{names} would still say yes, and wanted {point} in the minutes as the reason.",
    ],
    wantedOther: [
      "{names} would have chosen otherwise, above all because of {point}.",
      "Another way would have suited {names} better, and the reason is {point}.",
    ],
    short: ["{names} disagreed.", "{names} would not have decided so.", "Against the wishes of {names}."],
    quotes: ["{name} stays with “{quote}”.", "To {name} it remains true that “{quote}”."],
  },
  short: {
    yes: ["We go ahead.", "The answer is yes."],
    middle: ["We try it first.", "First a trial."],
    no: ["The answer is no.", "Not now."],
    open: ["One step first.", "We start small."],
  },
  terms: ["three months", "half a year", "ninety days", "ten weeks"],
  dates: [
    "the first of March",
    "the first of June",
    "the first of October",
    "the last Friday of the quarter",
    "the second Monday of next month",
    "the last day of November",
  ],
};
