/** How a story turns against its heroes and comes to its height, in English. After a climax the quest is over, at a price or not. */
import type { Beat } from "./story-texts.js";

export const setbackEnglish: readonly Beat[] = [
  {
    situation: "trouble",
    scene: [
      "Then your light goes out, and somebody who is not one of you says good evening.",
      "When it burns again the rope is gone, and the food, and there is a courteous note from {rival}.",
    ],
    moves: [
      {
        act: "I hold the note against the light and look for what was written on the sheet above it.",
        success:
          "There it is, {actor}, pressed into the paper, an hour, a place and a complaint about the price of rope.",
        trouble: "There is nothing on it, {actor}, but the ink comes off on you, and it is a blue that stays.",
      },
      {
        act: "I put one ear to the ground and listen which way our rope is walking.",
        success: "It is walking straight on, {actor}, with a limp and no hurry, and can be caught up with.",
        trouble: "You hear the rope walk away, {actor}, and then you hear the ground, which has begun to crack.",
      },
    ],
  },
  {
    situation: "peril",
    scene: [
      "The floor, which has looked forward to this for a hundred years, gives way under all of you.",
      "You land softly, and that is the worst of it, because soft things down here usually belong to somebody.",
    ],
    moves: [
      {
        act: "I lie very still and apologise to whatever it is that we have landed on.",
        success: "It accepts, {actor}, and turns over, and uncovers the passage that it was lying on.",
        trouble: "It accepts, {actor}, but would like to hear it again from each of you, with more feeling.",
      },
      {
        act: "I feel for the wall, then for a way up, then for my other shoe.",
        success: "You find all three, {actor}, and in the shoe a draught that comes from outside.",
        trouble: "You find that the wall goes all the way round, {actor}, and that the shoe is being chewed.",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "{Rival} is waiting round the next corner with six helpers and the friendliest smile of the day.",
      "It is only {token} that {he} would like, {he} says, and {he} does so hate to ask twice.",
    ],
    moves: [
      {
        act: "I close my fist round {token} and hold out my second-best button instead.",
        success:
          "{He} turns the button over and over, {actor}, and while {he} wonders what it opens, all of you are gone.",
        trouble:
          "{He} thanks you for the button, {actor}, and has you tied up, overlooking both {token} in your shoe and the fact that you have teeth.",
      },
      {
        act: "I ask the six helpers what {he} pays them, and whether they have seen any of it.",
        success: "They have not, {actor}, and in the discussion that follows nobody looks at you.",
        trouble: "They are {his} cousins, {actor}, and do it for love, so you leave in haste and without your bags.",
      },
    ],
  },
  {
    situation: "trouble",
    scene: [
      "After a day's march you stand where you stood yesterday, at the same stone, among your own crumbs.",
      "Somebody has turned the road round in the night, and the chalk arrow on the stone is the work of {rival}.",
    ],
    moves: [
      {
        act: "I sit down on the stone and think backwards, from here to the first lie.",
        success: "The first lie was that the road was easy, {actor}, and as soon as you leave it the land lies still.",
        trouble: "You think so thoroughly that it gets dark, {actor}, and the crumbs begin to leave without you.",
      },
      {
        act: "I shut my eyes and walk on with a hand on {friend}, since a road can only fool those who look.",
        success: "Blind you go straight through the trick, {actor}, and when you look up the stone is far behind.",
        trouble:
          "You walk straight, {actor}, and straight into the ditch, but it is a ditch that you have not been in yet.",
      },
    ],
  },
];

export const climaxEnglish: readonly Beat[] = [
  {
    situation: "showdown",
    scene: [
      "At last the way ends in a round room with no corners to hide in, and {rival} has come to it first.",
      "There is nobody but {him} between you and {subject}, and {he} is holding out one hand for {token}.",
    ],
    moves: [
      {
        act: "I throw {token} high into the air, and while everybody looks up I run.",
        success: "For one breath every face is turned to the ceiling, {actor}, and one breath is enough.",
        trouble:
          "It works, {actor}, and then {token} comes down on the only thing in the room that was made of glass, and they hear that for miles.",
      },
      {
        act: "I put down everything I carry, walk up to {him} and ask what {he} wanted it for.",
        success:
          "Nobody has ever asked, {actor}, so {he} sits down on the floor and tells you, and afterwards {he} steps aside.",
        trouble: "{He} tells you, {actor}, and {his} reason is better than yours, so you win and will sleep badly.",
      },
    ],
  },
  {
    situation: "peril",
    scene: [
      "Now everything happens at once, the ground shakes, the light turns green, and {rival} starts to run.",
      "Straight ahead is the only way to {subject}, and it is closing like an eye.",
    ],
    moves: [
      {
        act: "I race {him} to the gap and wedge {token} into it before it shuts.",
        success: "The gap bites down on {token}, {actor}, thinks better of it and stays open for as long as you need.",
        trouble: "It holds, {actor}, and all of you get through, except your left sleeve and most of your dignity.",
      },
      {
        act: "I let {him} run ahead, and I watch where {he} steps.",
        success:
          "{He} treads on every wrong stone for you, {actor}, and you take the others, past a net with {rival} in it.",
        trouble:
          "{He} has been watching you too, {actor}, so you arrive side by side and have to share the last ten steps.",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "At the end there is no treasure chamber, just a pair of scales, with {subject} behind them and a voice above.",
      "It asks what you would leave here in exchange, and {rival} is already turning out both pockets.",
    ],
    moves: [
      {
        act: "I lay {token} on the scales, and on top of it the thing I was going to boast about at home.",
        success: "The scales go down without a sound, {actor}, and the voice says thank you, as one does to equals.",
        trouble:
          "The scales go down, {actor}, and take your best story with them, so somebody else will have to tell this one.",
      },
      {
        act: "I ask the voice what it would like, since it seems that nobody ever has.",
        success:
          "It would like to be left in peace, {actor}, and for once that is a price that all of you are glad to pay.",
        trouble:
          "It would like company, {actor}, so somebody must come back once a year, and you have just volunteered.",
      },
    ],
  },
  {
    situation: "showdown",
    scene: [
      "In front of the last door {rival} offers you half, and means it, which makes it so much worse.",
      "Behind {him}, one turn of a handle away, is all that anybody has ever said about {subject}.",
    ],
    moves: [
      {
        act: "I take {his} hand to shake on it, and with my other hand I take the handle.",
        success: "{He} admires it for one whole second, {actor}, and a second is how long the door needs.",
        trouble: "You have the door open, {actor}, and {he} has your purse, and you both say well played.",
      },
      {
        act: "I say no, kindly, and walk past {him} with {token} held up like a lamp.",
        success:
          "Nobody has ever simply walked past {him}, {actor}, and by the time {he} has an answer you are inside.",
        trouble: "You are inside, {actor}, with a hole in your coat that will need some explaining.",
      },
    ],
  },
];
