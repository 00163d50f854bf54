/** How those act in a story who work with their hands and feet, in English. */
import type { StyleTexts } from "./story-texts.js";

export const handsEnglish = {
  maker: {
    deeds: {
      gate: ["Meanwhile I look at what is holding it together, which is mostly habit."],
      parley: ["All the while my hands bend a nail into a small hare, which has ended many a quarrel."],
      peril: ["My other hand holds the hammer, in case manners are not enough."],
      riddle: ["I also look at how it was made, because hands tell you more than words do."],
      trouble: ["After that I lay out what we still have, two straps, a hook and my temper, and start building."],
      showdown: ["If it comes to blows, I remind everybody, I am the one who hits things for a living."],
      rest: ["Then I straighten my bent hook over the fire, because idle hands start thinking."],
    },
    remarks: [
      "In my workshop we would call that lukewarm.",
      "Good work creaks once and then never again.",
      "Whoever made this was paid by the day.",
      "You can trust iron, it tells you before it breaks.",
    ],
    gestures: [
      "*wipes the soot from both hands*",
      "*weighs the hammer*",
      "*blows on a burnt thumb*",
      "*squints along a straight edge*",
    ],
  },
  sneak: {
    deeds: {
      gate: ["In the meantime I try the edges with my fingertips, which are better educated than the rest of me."],
      parley: ["Somewhere in the course of it a set of keys changes pockets, purely out of habit."],
      peril: ["I do it without a sound, from the side on which there is shadow."],
      riddle: ["I also look where nobody looks, which is underneath."],
      trouble: [
        "Besides, I have already counted three ways of being somewhere else, and one of them is not even a road.",
      ],
      showdown: ["My left hand, which nobody ever watches, is busy with something else entirely."],
      rest: ["Then I empty my sleeves on the table and give back what I can remember taking."],
    },
    remarks: [
      "Nobody has ever been hanged for looking.",
      "It was like that when I got here.",
      "A locked thing is only a shy one.",
      "I want it noted that I touched nothing that was nailed down.",
    ],
    gestures: [
      "*is suddenly standing somewhere else*",
      "*turns up the collar*",
      "*counts the windows*",
      "*walks a coin across the knuckles*",
    ],
  },
  healer: {
    deeds: {
      gate: ["I have a bandage ready, since with this sort of thing it is usually the fingers."],
      parley: ["All the while I listen to the breathing, which lies less than the mouth does."],
      peril: ["If it can be hurt it can be helped, I tell myself, and take out the salts."],
      riddle: ["I go over it as I would over a patient, first looking, then touching, and asking last."],
      trouble: ["Then I look at everybody's hands and feet, for people do not tell you what is broken."],
      showdown: ["Whoever falls over in the next minute, on either side, falls over next to me."],
      rest: ["Then I go round with the ointment, and nobody is allowed to be brave about it."],
    },
    remarks: [
      "This may sting a little.",
      "I have seen worse walk away, though not quickly.",
      "Breathe first, be clever afterwards.",
      "The dose is what matters, with courage too.",
    ],
    gestures: [
      "*rolls up both sleeves*",
      "*feels somebody's pulse in passing*",
      "*corks a small brown bottle*",
      "*ties the scarf tighter*",
    ],
  },
  fighter: {
    deeds: {
      gate: ["If it should come down to strength, I let it be known, I have brought some."],
      parley: ["I keep my blade where it can be seen, and my smile next to it."],
      peril: ["I stand so that whatever it is has to come past me first."],
      riddle: ["While the others look at it I look the other way, because that is where trouble comes from."],
      trouble: ["Then I count heads, mine included, and put the slowest of us in the middle."],
      showdown: ["And I plant both feet, for in the end somebody always tries to get past me."],
      rest: ["Then I clean the blade, though it stayed dry, which is how I like it."],
    },
    remarks: [
      "I have been outnumbered before, mostly by cousins.",
      "Nobody gets left behind, not even the luggage.",
      "My old captain would have charged, and that is why he is my old captain.",
      "Stay behind me, and complain from there.",
    ],
    gestures: [
      "*loosens the blade*",
      "*cracks both shoulders*",
      "*steps in front of the others*",
      "*checks the straps*",
    ],
  },
  guide: {
    deeds: {
      gate: ["I look for the way that the foxes use, since there always is one."],
      parley: ["My eyes stay on their boots, because boots cannot hide where they have been."],
      peril: ["I keep downwind, keep low and keep my mouth shut, in that order."],
      riddle: ["I also look for what is not there, since that is how one finds a track."],
      trouble: ["Then I wet a finger and hold it up, which tells me little but calms the others."],
      showdown: ["I have already picked the spot where I want everybody to stand when it gets loud."],
      rest: ["Then I mark the way on my stick, one notch for each thing that we should not do again."],
    },
    remarks: [
      "No road is as long as a shortcut.",
      "We are not lost, we are early.",
      "Follow me, and step where I step.",
      "The weather has already made up its mind, so we should too.",
    ],
    gestures: [
      "*sniffs the air*",
      "*kneels down by a footprint*",
      "*shades the eyes with one hand*",
      "*coils the rope*",
    ],
  },
} satisfies Record<string, StyleTexts>;
