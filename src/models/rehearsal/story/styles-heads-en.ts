/** How those act in a story who work with words, wits and wonders, in English, and how everybody else does. */
import type { StyleTexts } from "./story-texts.js";

export const headsEnglish = {
  scholar: {
    deeds: {
      gate: ["There is a chapter on this very thing, and I recite what I remember of it, which is the footnotes."],
      parley: ["I take down every word, because people lie less when they hear a pencil."],
      peril: ["According to the literature it is harmless, so I hold the literature in front of me."],
      riddle: ["I copy all of it first, mistakes included, as the mistakes are often the message."],
      trouble: ["Then I open my notebook, draw a line and list what we know, which leaves a lot of paper."],
      showdown: ["I have read how this ends in four different accounts, and I intend to write the fifth."],
      rest: ["Then I write it all down while nobody is improving it yet."],
    },
    remarks: [
      "I should like it to be known that I was right about the comma.",
      "There are two schools of thought on this, and both perished.",
      "That is not how one spells doom.",
      "Fascinating, and please nobody touch it.",
    ],
    gestures: [
      "*pushes up the spectacles*",
      "*licks a pencil*",
      "*turns a page against the light*",
      "*mutters in something dead*",
    ],
  },
  singer: {
    deeds: {
      gate: ["I hum a scale at it, for everything that stands still has one note that it cannot stand."],
      parley: ["Meanwhile I play something soft, for it is hard to be cruel in three-four time."],
      peril: ["I keep a tune going the whole time, quite cheerful, for my benefit and not for yours."],
      riddle: ["Everything has a rhythm, and where this one stumbles I look closer."],
      trouble: ["Then I start the song with the terrible chorus, because nobody can despair and groan at once."],
      showdown: ["If this is the last verse, I at least want it to scan."],
      rest: ["Then I tune the strings and leave out one of them, for what we lost on the way."],
    },
    remarks: [
      "That will be the third verse, if we live.",
      "I have played worse rooms.",
      "Every silence wants something, you only have to wait for the beat.",
      "Nobody rhymes on an empty stomach.",
    ],
    gestures: [
      "*plucks a single string*",
      "*whistles two notes*",
      "*bows to nobody in particular*",
      "*counts in under the breath*",
    ],
  },
  trader: {
    deeds: {
      gate: ["Everything has a price, I tell it, and make a low first offer."],
      parley: ["In case it comes to figures, I have one ready, and a pained look to go with it."],
      peril: ["I carry my purse in front of me, as most things with teeth turn out to be open to offers."],
      riddle: [
        "I reckon up who would pay for nobody to understand this, which is often quicker than understanding it.",
      ],
      trouble: ["Then I take stock, write off what is gone and put the rest down as capital."],
      showdown: ["My last offer, I let it be known, is the one behind my back."],
      rest: ["Then I settle up with everybody to the last penny and forget to mention my share."],
    },
    remarks: [
      "I would not pay full price for that, and I mean that as praise.",
      "Fear is merely a bad rate of exchange.",
      "Everybody wants something, and mostly it is a chair.",
      "Put it on my account, under miscellaneous.",
    ],
    gestures: [
      "*straightens both cuffs*",
      "*smiles with one side only*",
      "*jingles a few coins*",
      "*bows a little too low*",
    ],
  },
  mystic: {
    deeds: {
      gate: ["I draw a small sign on it with my thumb and wait to see whether it blushes."],
      parley: ["I look less at the faces than at the shadows, and one of those is not listening."],
      peril: ["I say the old word against it, the one that has to be swallowed afterwards."],
      riddle: ["I shut my eyes as well, for some things are only written on the inside."],
      trouble: ["Then I throw the bones, dislike the answer and throw them again until they are ashamed."],
      showdown: ["The hair on my arms stands up, which with me is not fear but advance notice."],
      rest: ["Then I thank whatever helped us, in general terms, so as not to leave anybody out."],
    },
    remarks: [
      "I saw this in the tea, but I thought that it was a leaf.",
      "Do not ask me how, it costs extra.",
      "The spirits say yes, but they say that to everybody.",
      "It is only magic, it cannot hurt you unless it works.",
    ],
    gestures: [
      "*draws a circle in the dust*",
      "*listens to something that nobody else hears*",
      "*lights a pinch of something*",
      "*turns three times, reluctantly*",
    ],
  },
  general: {
    deeds: {
      gate: [
        "The others stand back at a distance that I find informative.",
        "If that fails, I still have my shoulder and a bad temper.",
        "I try to look like somebody who is expected on the other side.",
      ],
      parley: [
        "I smile the whole time, the way one does at large dogs.",
        "Nobody has ever accused me of tact, but there is a first time for everything.",
        "I keep my hands where they can be seen, and my doubts where they cannot.",
      ],
      peril: [
        "My knees have a different opinion, but they were not asked.",
        "I think of home, which is a mistake, and then of supper, which helps.",
        "If anybody has a better idea, this would be a good moment to shout it.",
      ],
      riddle: [
        "It reminds me of something that my grandmother never wanted to explain.",
        "The others look over my shoulder and breathe.",
        "I am no expert, but nor was whoever made this.",
      ],
      trouble: [
        "Then I laugh, because somebody has to begin.",
        "We have been in worse places, I say, and hope that nobody asks which.",
        "After that I divide the last of the biscuits by the number of us and round down.",
      ],
      showdown: [
        "It is not a good plan, but it is short.",
        "For once my hands are perfectly steady, and I decide not to ask why.",
        "I have been polite since breakfast, and that is over now.",
      ],
      rest: [
        "Then I take off my boots, and the silence is complete.",
        "It takes a while before I notice that I have stopped listening for footsteps.",
        "I would do it again, though not this week.",
      ],
    },
    remarks: [
      "I have had worse ideas, and most of them before noon.",
      "Write on my stone that I was asked to.",
      "If this works, it was my plan.",
      "Somebody hold my hat.",
      "I am not brave, I am only standing nearest.",
      "My mother wanted me to learn a trade.",
      "Nobody is to tell this part at home.",
      "What could be simpler, apart from everything else.",
    ],
    gestures: [
      "*takes a deep breath*",
      "*hands somebody the lamp*",
      "*looks over one shoulder*",
      "*pulls the hat straight*",
      "*swallows*",
      "*nods slowly*",
      "*rubs both hands*",
      "*glances back at the others*",
    ],
  },
} satisfies Record<string, StyleTexts>;
