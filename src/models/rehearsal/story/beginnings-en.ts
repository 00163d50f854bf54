/** How a story begins, in English. An arrival brings up the rival, a threshold hands over the token. */
import type { Beat } from "./story-texts.js";

export const arrivalEnglish: readonly Beat[] = [
  {
    situation: "parley",
    scene: [
      "You arrive at the last lit window, whose landlady knows everything about {subject} except what is useful.",
      "At the corner table {aRival} folds up a map a little too quickly.",
    ],
    moves: [
      {
        act: "I sit down at the corner table uninvited and ask {rival} which way up the map goes.",
        success:
          "{Rival} laughs before pride can stop it, {actor}, and by then you have seen enough of the map to know the first road.",
        trouble:
          "{Rival} explains the map to you with great patience, {actor}, and only outside do you notice that you have been sent to the laundry.",
      },
      {
        act: "I buy the landlady a glass of her own wine and ask her what people are not supposed to ask.",
        success: "The wine does its work, {actor}, and she draws the road on the table top with one wet finger.",
        trouble: "She drinks the wine, {actor}, then yours, and what you learn by midnight is how a bill is added up.",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "Your road begins at a notice board from which somebody has cut every single word about {subject}.",
      "A child reports that {aRival} did it, with very small scissors and humming.",
    ],
    moves: [
      {
        act: "I hold the notices up to the light, one behind the other, and read what the holes leave over.",
        success: "Laid over each other the holes make a drawing, {actor}, and the drawing shows you where to go.",
        trouble: "The holes spell nothing, {actor}, but a constable takes an interest in people who take down notices.",
      },
      {
        act: "I kneel down to the child and trade a coat button for everything else it saw.",
        success: "For one button, {actor}, you learn which way {rival} went and what there was for breakfast.",
        trouble: "The child takes the button, {actor}, then a second one, and points in two directions.",
      },
    ],
  },
  {
    situation: "trouble",
    scene: [
      "The guide who was to meet you here has left a hat, an unpaid bill and no address.",
      "The bill, it turns out, has just been settled by {aRival}, who also had questions about {subject}.",
    ],
    moves: [
      {
        act: "I turn the hat over and look inside the band, because people hide things where they sweat.",
        success: "Inside the band, {actor}, there is a list of turnings in very small writing.",
        trouble: "There is indeed something inside the band, {actor}, and it bites, though only once.",
      },
      {
        act: "I go through the bill line by line, since nobody lies to a cook.",
        success:
          "Supper for two, {actor}, a lantern, and rope for a long way down, so now you know what the guide was planning.",
        trouble: "You learn what the guide ate, {actor}, and the cook discovers an item that is still open.",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "An old man on a bench tells you that you are the second party today to ask him about {subject}.",
      "The first, he says, was {aRival}, and nobody that friendly has ever wanted anything good.",
    ],
    moves: [
      {
        act: "I sit down next to the old man and say nothing until he cannot bear it any longer.",
        success: "He bears it for four minutes, {actor}, then tells you the way and, for good measure, his life.",
        trouble: "He bears it very well, {actor}, and when you wake up the bench is empty and so are your pockets.",
      },
      {
        act: "I ask him what he told {rival}, and after that what he left out.",
        success: "What he left out is the first turning, {actor}, and he left it out with some satisfaction.",
        trouble: "He left out nothing, {actor}, he says, because {rival} was paying by the word.",
      },
    ],
  },
];

export const thresholdEnglish: readonly Beat[] = [
  {
    situation: "gate",
    scene: [
      "The way out ends at a gate with no handle, no lock and a very good opinion of itself.",
      "From the top of it, on a thread, hangs {aToken}, within reach of anybody not too proud to jump.",
    ],
    moves: [
      {
        act: "I jump for {token}, and I do not care what it looks like.",
        success: "You get {token} on the third jump, {actor}, and the gate opens out of something like pity.",
        trouble:
          "You get {token}, {actor}, and the thread, and then the stone at the other end of the thread, which opens the gate the hard way.",
      },
      {
        act: "I knock and explain to the gate, politely, what we want on the other side.",
        success:
          "Nobody has ever explained anything to it before, {actor}, so it swings open and drops {token} into your hand.",
        trouble:
          "The gate hears you out, {actor}, and lets everything through except your bag, with {token} by way of change.",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "A toll keeper bars the road, and she does not want money, only something that one of you will miss.",
      "Among the things on her shelf lies {aToken}, which she pushes over to you as if glad to be rid of it.",
    ],
    moves: [
      {
        act: "I offer her my shadow until we come back, since it has never carried anything.",
        success: "She folds your shadow into a drawer, {actor}, writes out a receipt and lifts the bar.",
        trouble: "Your shadow has been talking to her, {actor}, and she lifts the bar and the price.",
      },
      {
        act: "I give her the tune that I whistle when I am afraid.",
        success: "She takes the tune, {actor}, gets it wrong in a way that improves it, and waves you through.",
        trouble:
          "She takes the tune, {actor}, and only on the far side do you notice that the courage was attached to it.",
      },
    ],
  },
  {
    situation: "gate",
    scene: [
      "Between you and the road there is a drop, and across the drop lies a plank that has been thinking of retiring.",
      "Nailed to the near end is {aToken}, with a label that says take me along or be sorry.",
    ],
    moves: [
      {
        act: "I pull out the nail, pocket {token} and crawl across on my stomach.",
        success: "The plank groans and holds, {actor}, and you arrive with {token} and a new respect for planks.",
        trouble: "The nail was holding more than {token}, {actor}, as you learn about halfway across.",
      },
      {
        act: "I take {token} and tie one rope round all of us, so that we arrive together or complain together.",
        success: "The plank gives way and the rope does not, {actor}, and you arrive in one undignified heap.",
        trouble: "The rope holds, {actor}, so all of you fall together, and the ledge below gets rather crowded.",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "Where the known road stops there is a stone head that asks everybody what they are afraid of.",
      "In its open mouth, between the teeth, lies {aToken}.",
    ],
    moves: [
      {
        act: "I tell the stone the truth, so quietly that only half of you can hear it.",
        success: "The stone seems touched, {actor}, and lets you take {token} without making use of its teeth.",
        trouble: "The stone repeats your answer loudly for the rest of the evening, {actor}, but {token} is yours.",
      },
      {
        act: "I lie to the stone and reach for {token} while it thinks.",
        success: "It is a slow stone, {actor}, and {token} is up your sleeve before it frowns.",
        trouble:
          "It shuts its mouth, {actor}, not fast, but it takes you until dark to get both hand and {token} back.",
      },
    ],
  },
];
