/** What a supervisor says in English of what the team found. See `phrases.ts` for what each group is for. */
import type { SumUpTexts } from "./phrases.js";

export const sumUpEnglish: SumUpTexts = {
  openings: {
    all: [
      "Here is what we brought home on {subject}.",
      "We have turned {subject} over and over, and this is what fell out.",
      "The reports on {subject} are in, and I have read them twice, once for pleasure.",
      "So much for the legwork on {subject}, now for the sense of it.",
      "Thanks to this team I know more about {subject} than is good for small talk.",
    ],
    some: [
      "I sent people out with questions about {subject}, and most of the answers found their way back.",
      "The reports on {subject} are in, but for a gap that I will not paper over.",
      "On {subject} we know a good deal, and we know what we do not know.",
    ],
    none: [
      "Nothing has come back about {subject}, and I will not dress it up.",
      "On {subject} I stand here with empty hands.",
    ],
  },
  done: {
    one: [
      "{name} found that {gist}.",
      "By the account of {name}, {gist}.",
      "From {name} we know that {gist}.",
      "{name} reports that {gist}.",
      "According to {name}, {gist}.",
      "{name} came back with the news that {gist}.",
      "Thanks to {name} it is clear that {gist}.",
      "What {name} adds to the pile is that {gist}.",
      "{name} makes no secret of it that {gist}.",
      "We owe it to {name} to know that {gist}.",
      "{name} leaves little doubt that {gist}.",
    ],
    two: [
      "{name} found that {gist}, and {other} that {otherGist}.",
      "While {name} reports that {gist}, {other} has seen that {otherGist}.",
      "{name} tells us that {gist}, {other} that {otherGist}, and I believe them both.",
      "Two things belong together here, {name} having found that {gist}, and {other} that {otherGist}.",
    ],
    again: [
      "{name} also found that {gist}.",
      "On the side, {name} noticed that {gist}.",
      "It was {name} again who saw that {gist}.",
    ],
    quoted: [
      "{name} puts it as “{quote}”.",
      "From {name} I keep “{quote}”.",
      "{name} reports “{quote}”.",
      "The sentence to remember from {name} is “{quote}”.",
    ],
    bare: ["There is also work from {names}.", "More came from {names}.", "My thanks also go to {names}."],
    alone: ["Work has come in from {names}.", "I have heard from {names}.", "On my desk are reports from {names}."],
  },
  undone: {
    failed: [
      "{name} failed (“{reason}”), so what is missing is {lack}.",
      "The part by {name} was lost to “{reason}”, and {lack} is still owed.",
      "{name} could not finish, the reason given being “{reason}”, which leaves us without {lack}.",
      "For {lack} we have to wait, since {name} was stopped by “{reason}”.",
    ],
    unexplained: [
      "{name} did not get through, so what is missing is {lack}.",
      "The part by {name} was lost on the way, and {lack} is still owed.",
      "From {name} nothing came, which leaves us without {lack}.",
    ],
    waiting: [
      "{name} was waiting for {other} and could not begin, so we have to do without {lack}.",
      "As {other} had nothing to pass on, {name} never started, and {lack} is missing as well.",
      "{name}, who was to build on {other}, had nothing to build on, which costs us {lack}.",
    ],
    skipped: [
      "{name} could not even begin (“{reason}”), so we have to do without {lack}.",
      "{name} was left waiting (“{reason}”), and {lack} is missing.",
    ],
    short: ["{name} did not finish.", "Nothing came from {name}.", "The part by {name} is missing."],
    together: "Nothing came from {names}.",
  },
  recommendations: {
    closed: [
      "I recommend one season of {subject} on trial, with the way back written down beforehand.",
      "My advice on {subject} is yes, slowly, and with somebody named for {point}.",
      "I would go ahead with {subject}, provided that somebody signs for {point}.",
      "I advise against settling {subject} today, and for a month of trying it small.",
      "Let us begin with the smallest piece of {subject} that can fail without harm.",
      "I recommend a cautious yes to {subject}, and a second look at {point} in half a year.",
    ],
    open: [
      "On {subject} I recommend beginning with {point}, since everything else waits for it.",
      "My advice on {subject} is to take the smallest step first, and to take it this month.",
      "I would give {subject} to one person with one page and one date, and begin with {point}.",
      "On {subject} I recommend one modest beginning, and no posters until it works.",
      "As for {subject}, let us do what costs least to undo, and keep an eye on {point}.",
    ],
    lacking: [
      "I recommend no decision on {subject} until we have {lack}.",
      "My advice on {subject} is to get {lack} first, and to decide after that.",
      "Let us take no step on {subject} that cannot be taken back before we have {lack}.",
      "I recommend going on with {subject} only in small things while we lack {lack}.",
    ],
    none: [
      "I recommend sending people out again before anybody starts guessing about {subject}.",
      "My advice on {subject} is to ask once more, and to decide nothing until then.",
    ],
    short: [
      "My advice on {subject} is to begin small.",
      "I would try {subject} on a small scale.",
      "As for {subject}, start small and soon.",
    ],
    shortest: ["Begin small, and soon.", "Try it small first.", "Start small."],
  },
  tiny: ["We know enough to begin.", "Some answers, some gaps."],
};
