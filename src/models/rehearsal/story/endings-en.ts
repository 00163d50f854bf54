/** How a story ends and how another one begins, in English. A thread brings up the next rival and the next quest. */
import type { Beat } from "./story-texts.js";

export const aftermathEnglish: readonly Beat[] = [
  {
    situation: "rest",
    scene: [
      "Afterwards you sit in the open air, and nobody says a word for as long as it takes to eat an apple.",
      "What is to be done about {subject} you will decide tomorrow, or so you tell each other.",
    ],
    moves: [
      {
        act: "I share out what is left of the bread, and the biggest piece goes to whoever was most afraid.",
        success: "It goes round twice, {actor}, because each of you is sure that somebody else is meant.",
        trouble: "All of you claim it at once, {actor}, and the argument is louder than anything that went before.",
      },
      {
        act: "I turn {token} over once more and slip it into {friend}'s pocket, to be found tomorrow.",
        success: "Nobody sees you do it, {actor}, apart from {token}, which hums once and is content.",
        trouble: "You are caught at it, {actor}, and have to say something kind out loud.",
      },
    ],
  },
  {
    situation: "rest",
    scene: [
      "The way back is half as long as the way out, as it always is.",
      "On the last milestone sits {rival}, who would like to know, purely as one professional to another, how you did it.",
    ],
    moves: [
      {
        act: "I tell {him} everything, but in the wrong order.",
        success: "{He} writes it all down, {actor}, and will be lost for years.",
        trouble: "{He} has it in the right order at once, {actor}, and thanks you so warmly that you worry.",
      },
      {
        act: "I sit down beside {him} and pass over my flask, since somebody has to begin.",
        success: "{He} drinks, {actor}, and gives back one of the things that you had not missed yet.",
        trouble: "{He} keeps the flask out of habit, {actor}, and both of you laugh, one of you longer.",
      },
    ],
  },
  {
    situation: "rest",
    scene: [
      "There is a feast in your honour, with speeches, and in the speeches all of you are taller.",
      "There is a song about {subject} already, and it gets the important part wrong.",
    ],
    moves: [
      {
        act: "I get up in the third verse and sing it the way it really was.",
        success: "It grows quiet, {actor}, and then somebody writes it down, and so it will be remembered.",
        trouble: "The true version has fewer monsters in it, {actor}, and you are asked to sit down again.",
      },
      {
        act: "I slip out to the kitchen, where people know what happens after a story.",
        success: "The cook gives you a pie, {actor}, and the address of somebody who has been asking for heroes.",
        trouble: "The cook hands you a cloth, {actor}, and you dry plates until the last speech is over.",
      },
    ],
  },
  {
    situation: "rest",
    scene: [
      "Then the bill arrives, for damage to one road, several doors and the peace of an entire district.",
      "The clerk is so sorry, and might you care to pay in stories, ideally the one about {subject}?",
    ],
    moves: [
      {
        act: "I tell the clerk the whole story and charge him for the ending.",
        success: "He pays, {actor}, tears up the bill and asks when the next one comes out.",
        trouble: "He calls it a fine story, {actor}, and adds the entertainment tax.",
      },
      {
        act: "I check his sums, because I am sure that nobody ever has.",
        success: "You find one mistake in your favour, {actor}, and another that looks like the start of something.",
        trouble: "His sums are right, {actor}, and it was you who forgot the window.",
      },
    ],
  },
];

export const threadEnglish: readonly Beat[] = [
  {
    situation: "parley",
    scene: [
      "You have only just taken your boots off when somebody's nephew hammers at the door, quite out of breath.",
      "It is about {subject}, he says, and {aRival} is on the way there already.",
    ],
    moves: [
      {
        act: "I pull my boots on again and ask the nephew only for the part that he is ashamed of.",
        success: "He is ashamed of the map that he sold, {actor}, but luckily he made a copy.",
        trouble: "It takes until midnight, {actor}, since he is ashamed of nearly everything.",
      },
      {
        act: "I give the nephew a chair and count his lies on my fingers.",
        success: "Two lies and one truth, {actor}, and the truth comes with directions.",
        trouble: "You run out of fingers, {actor}, but the truth must be somewhere among them, so off you go.",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "In the bag that you brought home there is a letter that none of you packed.",
      "It begs you to look for {subject}, and warns you of {aRival} in terms that make one curious.",
    ],
    moves: [
      {
        act: "I smell the paper, study the seal and read the words last.",
        success: "It smells of lamp oil and haste, {actor}, and the seal tells you where to start.",
        trouble: "It smells so strongly that you sneeze, {actor}, and half of the ink is gone, though not the address.",
      },
      {
        act: "I read it aloud in the voice of whoever wrote it, to hear whether I believe it.",
        success: "In the right voice it becomes a cry for help, {actor}, and nobody needs persuading.",
        trouble: "In the right voice it becomes a trap, {actor}, though a well-paid one, so you set out.",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "A year goes by, your story grows in the telling, and then a stranger puts a bag of coins on your table.",
      "It is yours, she says, if you get to {subject} before {aRival} does.",
    ],
    moves: [
      {
        act: "I push the bag halfway back and ask her what she has not told us.",
        success: "What she has not told you is who tried before, {actor}, and how far each of them came.",
        trouble: "She tells you all of it, {actor}, and now you would rather have taken the money quietly.",
      },
      {
        act: "I bite on one of the coins and look her in the eye.",
        success: "It is gold, {actor}, and very old, and the head on it is hers.",
        trouble: "It is lead, {actor}, and so, she says, is the excuse that you were about to make.",
      },
    ],
  },
];
