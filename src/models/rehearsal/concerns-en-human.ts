/** English arguments about people: what they owe, know, trust, remember and may decide. They fit any topic. */
import type { ConcernTexts } from "./phrases.js";

const fairness: ConcernTexts = {
  points: ["fairness", "who gains and who loses", "who gets a fair share"],
  for: [
    "Those with means have arranged this for themselves long ago, so let us extend it to the rest.",
    "The present rule is fair only to those who wrote it.",
    "Fairness is not everybody waiting equally long, it is somebody finally opening the second counter.",
  ],
  against: [
    "The winners are sitting in this room, and the losers are at work and could not come.",
    "An advantage for some is sold to us as a gift to all, with the ribbon still on.",
    "Whenever everyone is said to benefit, I count the chairs, and one is always missing.",
  ],
  unsure: [
    "It depends on who stands at the end of the queue, and nobody has walked down there to look.",
    "I would agree tonight if the ones who lose by it had been promised something in writing.",
    "Two people could get the same out of this and still not be treated alike.",
  ],
  questions: [
    "{other}, who loses by it, and what do you offer them?",
    "{other}, would you still say so from the other end of the queue?",
  ],
};

const evidence: ConcernTexts = {
  points: ["the evidence", "what we really know", "the proof"],
  for: [
    "It has been tried elsewhere, by people no cleverer than we are, and the sky stayed up.",
    "You cannot learn to swim from a report on water, so a small trial is the evidence.",
    "We ask of the new thing a proof that the old one never had to give.",
  ],
  against: [
    "So far I have heard two anecdotes and a brochure, and the brochure was the better argued.",
    "What worked in one place worked there because of things nobody wrote down.",
    "If the figures were good, somebody would have read them aloud by now.",
  ],
  unsure: [
    "I could be won over by a single honest table of results, failures included.",
    "Each side has brought its favourite example, and neither has brought a second one.",
    "Let us agree beforehand what would prove us wrong, and I will sit down quite happily.",
  ],
  questions: ["{other}, what result would make you change your mind?", "{other}, do you know this, or do you hope it?"],
};

const people: ConcernTexts = {
  points: ["the people it touches", "those who have to live with it", "the neighbours"],
  for: [
    "Ask anyone who needs it and they will answer before you have finished the question.",
    "I think of the woman who has managed without for years and has stopped asking, which is not the same as being content.",
    "We are not doing this for the loud ones, we are doing it for those who never come to meetings.",
  ],
  against: [
    "Those who must live with it were told by letter, and the letter was in the past tense.",
    "It is easy to be generous with other people's evenings.",
    "I knocked on a few doors before I came, and behind every second one I heard the word no.",
  ],
  unsure: [
    "Half the street hopes for it and half dreads it, and they greet each other every morning.",
    "I keep wondering about the ones who have said nothing so far.",
    "Put it to those who would use it and those who would hear it, on the same evening, and I will believe the result.",
  ],
  questions: ["{other}, whom have you actually asked about it?", "{other}, who is missing from this table?"],
};

const trust: ConcernTexts = {
  points: ["trust", "whether promises are kept", "who can be relied on"],
  for: [
    "At some point one has to lend people a little trust, and see whether it comes back with interest.",
    "If we only act when nobody can disappoint us, we shall be very safe and very still.",
    "People become reliable by being relied upon, I have not found another method.",
  ],
  against: [
    "The same people promised us the last thing, and I am still holding the receipt.",
    "A promise with no date on it is only a mood.",
    "Trust leaves on horseback and comes back on foot, and this proposal has its boots on the wrong way round.",
  ],
  unsure: [
    "I believe the intention, it is the minutes of the meeting I would like to see.",
    "Tell me who may call the whole thing off, and I shall know how far to trust it.",
    "They may mean every word, and still not be in office when it matters.",
  ],
  questions: ["{other}, what happens if the promise is broken?", "{other}, whose word are you taking for that?"],
};

const tradition: ConcernTexts = {
  points: ["what we would lose of the old ways", "tradition", "how it has always been done"],
  for: [
    "Every tradition we are proud of was somebody's outrageous novelty once.",
    "Our grandparents changed more in ten years than we dare to discuss in one evening.",
    "You honour an old house by living in it, and that means moving a wall now and then.",
  ],
  against: [
    "Some customs are load-bearing, and you find out which when the ceiling comes down.",
    "It took three generations to get this habit right, and we propose to drop it between coffee and cake.",
    "What has lasted a hundred years has at least answered the question of whether it lasts.",
  ],
  unsure: [
    "I am fond of the old way, but fondness is not a reason, only a warning.",
    "Maybe this continues what we have always done, maybe it ends it politely.",
    "I would hate to throw out the old clock because it is slow, and hate to be late because I kept it.",
  ],
  questions: [
    "{other}, what exactly would you keep of the old way?",
    "{other}, what do you think your grandparents would have said to it?",
  ],
};

const privacy: ConcernTexts = {
  points: ["privacy", "who gets to know what about us", "who is watching"],
  for: [
    "With a clear rule about who may look, we would be more private than we are today.",
    "Secrets are kept by good locks, not by refusing to build doors.",
    "What people tell the whole market square on their own is far worse than anything in this plan.",
  ],
  against: [
    "Whatever can be written down about people will one day be read by the wrong person.",
    "First it is for our convenience, then it is for our record.",
    "I have nothing to hide, and I still draw the curtains.",
  ],
  unsure: [
    "Before I decide I want to know what is kept, for how long, and in whose drawer.",
    "It may be harmless today, but lists have a way of finding new owners.",
    "I would be calmer if forgetting were part of the plan.",
  ],
  questions: [
    "{other}, who would get to see what is written down?",
    "{other}, would you put your own name on the list first?",
  ],
};

const children: ConcernTexts = {
  points: ["the children", "what the young ones learn from it", "the next generation"],
  for: [
    "Children forgive us many mistakes, but not that we were bored and careful all our lives.",
    "The young ones will have to live with our answer longest, and most of them gave me theirs with shining eyes.",
    "A child learns more from one brave trial than from ten warnings.",
  ],
  against: [
    "We would be trying it out on those who cannot say no, which is a strange sort of courage.",
    "Children learn what we do while we are explaining something else.",
    "A childhood cannot be repeated because the pilot project needed improving.",
  ],
  unsure: [
    "I asked a ten-year-old, who said it depends, and I have heard nothing wiser since.",
    "Some children would bloom with it and some would go quiet, and I worry about the quiet ones.",
    "We might ask them, before we speak so warmly in their name.",
  ],
  questions: [
    "{other}, what would you tell a child who asked you why?",
    "{other}, which children do you have in mind when you say that?",
  ],
};

const freedom: ConcernTexts = {
  points: ["freedom", "who gets to decide", "everyone's own choice"],
  for: [
    "Grown people can be trusted with a choice, even with one I would not make.",
    "We keep asking who allowed it, when the better question is who had any right to forbid it.",
    "The door that is opened here has a handle on both sides.",
  ],
  against: [
    "It begins as something one may do and ends as something one must explain not doing.",
    "A choice that everybody is nudged into is a uniform with nicer buttons.",
    "I distrust any freedom that comes with instructions and a help line.",
  ],
  unsure: [
    "My freedom ends at your garden fence, but nobody has shown me where the fence runs here.",
    "If one can step out again at any time I have no quarrel with it, but can one?",
    "I am against forbidding things and against being talked into them, which leaves me in the middle.",
  ],
  questions: [
    "{other}, could somebody say no to it and be left in peace?",
    "{other}, who gave us the right to settle that for others?",
  ],
};

export const humanConcerns = { fairness, evidence, people, trust, tradition, privacy, children, freedom };
