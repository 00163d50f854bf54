/** How a story thickens, in English. A discovery shows what the token is for. */
import type { Beat } from "./story-texts.js";

export const complicationEnglish: readonly Beat[] = [
  {
    situation: "gate",
    scene: [
      "Further on a bridge is being built by two brothers who have not spoken to each other for nine years.",
      "Each has worked from his own side, and the gap in the middle is exactly as wide as the quarrel.",
    ],
    moves: [
      {
        act: "I carry messages between the brothers, and I improve them a little on the way.",
        success: "At the fourth message they weep, {actor}, and at the fifth there is a bridge.",
        trouble: "You improve one message too many, {actor}, and now they agree, namely about you.",
      },
      {
        act: "I stand at the edge of the gap and ask them, loudly, which of the two is the better builder.",
        success: "They answer at once and with planks, {actor}, and all of you walk across the argument.",
        trouble: "They answer with planks, {actor}, but they throw them, and you catch the third with your head.",
      },
    ],
  },
  {
    situation: "peril",
    scene: [
      "Since noon something has been following you, always one bend behind, stepping only when you step.",
      "When you stop it stops, and once it coughs in the voice of {rival}.",
    ],
    moves: [
      {
        act: "I walk backwards from here on, so that it has to look me in the face.",
        success: "It turns out to be a goat with a lantern, {actor}, hired by {rival} and glad to change sides.",
        trouble: "It has no face, {actor}, and being stared at makes it shy, and being shy makes it hungry.",
      },
      {
        act: "I take off my boots, leave them standing in the bend and walk on in my socks.",
        success:
          "It waits behind your boots in good faith, {actor}, and you never learn what it was, which is how you wanted it.",
        trouble:
          "It takes the boots, {actor}, so you are now being followed by something with better shoes than yours.",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "Before long a patrol stops you and asks for the one paper that none of you has ever seen.",
      "The sergeant has a drawing of your faces, ordered by {rival} and not at all badly done.",
    ],
    moves: [
      {
        act: "I admire the drawing, but complain about my nose until the sergeant defends it.",
        success:
          "The sergeant has views on noses, {actor}, and the patrol is still debating when you are out of sight.",
        trouble: "The sergeant drew it himself, {actor}, and you sit still for two hours while he puts it right.",
      },
      {
        act: "I hand over my grandmother's recipe for soup and keep a very straight face.",
        success: "He reads it twice, {actor}, stamps it and asks in a low voice whether the onions go in first.",
        trouble: "He cannot read either, {actor}, so he keeps the soup, and you, until somebody comes who can.",
      },
    ],
  },
  {
    situation: "trouble",
    scene: [
      "Then the road divides, and the signpost has been turned so often that it has taken up philosophy.",
      "All four of its arms say home, and {token} tugs towards the one that looks worst.",
    ],
    moves: [
      {
        act: "I lay {token} on my open hand and follow it wherever it leans.",
        success: "It leans left, {actor}, and then left again, and the worst road proves to be merely the honest one.",
        trouble: "It leads you in a great circle, {actor}, and you meet your own footprints, looking tired.",
      },
      {
        act: "I climb the post and look for the road with the fewest footprints coming back.",
        success: "One road has none coming back at all, {actor}, so either they all arrived or you had better hurry.",
        trouble: "You see the right road, {actor}, and the post sees its chance, and you come down together.",
      },
    ],
  },
  {
    situation: "peril",
    scene: [
      "The only inn for the night has a single room, the room has a single bed, and the bed is breathing.",
      "It is quite used to guests, says the innkeeper, and {rival} slept very well in it.",
    ],
    moves: [
      {
        act: "I read the bed the innkeeper's prices, slowly, until it falls asleep.",
        success: "It is snoring by the second page, {actor}, and there is room for all of you on the floor.",
        trouble: "It wakes at the total, {actor}, as anybody would, and so does the rest of the house.",
      },
      {
        act: "I lift one corner of the blanket and introduce myself.",
        success: "It shakes your hand with a corner of the pillow, {actor}, and tells you what {rival} says in sleep.",
        trouble: "It has been lonely, {actor}, and does not let go of you before breakfast.",
      },
    ],
  },
];

export const discoveryEnglish: readonly Beat[] = [
  {
    situation: "riddle",
    scene: [
      "Behind a fallen wall you find another one, on which somebody has drawn this whole affair.",
      "It shows {subject}, and all of you in the right order, and next to you a hollow in the shape of {token}.",
    ],
    moves: [
      {
        act: "I press {token} into the hollow and hold my breath.",
        success: "It fits with a click, {actor}, and the drawing gains a door that was not there before.",
        trouble: "It fits, {actor}, and your own picture steps aside and points at something behind your back.",
      },
      {
        act: "I look for {rival} in the drawing, and for what {he} has in {his} hand.",
        success:
          "You find {him} at the very edge with a spade, {actor}, so now you know both where to dig and who else does.",
        trouble: "You find {rival} in it three times, {actor}, and each time a little closer to you.",
      },
    ],
  },
  {
    situation: "parley",
    scene: [
      "By the wayside a very old woman, mending a net that has no holes, says that she knows who hid {subject}, and why.",
      "She will tell you the moment one of you can give her a reason that she has not heard before.",
    ],
    moves: [
      {
        act: "I tell her my true reason, which is not the one that I gave my friends.",
        success: "She bites off the thread, {actor}, and draws the place on the palm of your hand.",
        trouble: "She believes you, {actor}, and so do your friends, who would like to hear more about that.",
      },
      {
        act: "I pick up the other end of the net and mend along with her until she goes on talking.",
        success: "After an hour she talks, {actor}, and after two you see that the net is the map.",
        trouble: "After an hour she is asleep, {actor}, and you are sewn in.",
      },
    ],
  },
  {
    situation: "riddle",
    scene: [
      "Some hours later you come upon a camp that {rival} has left in a hurry, the fire still warm and a diary still in it.",
      "All that can be read is that nobody gets near {subject} by daylight, nor without {token}.",
    ],
    moves: [
      {
        act: "I fish out the diary and read it from the back, which is where people keep the plan.",
        success:
          "The plan is there, {actor}, with hours, places and one remark about your hat that you take personally.",
        trouble: "The last page says only that by now you will be standing just where {he} wants you, {actor}.",
      },
      {
        act: "I feel under the ashes for whatever was too important to burn.",
        success: "You find half a map and one hot potato, {actor}, and both are better than they look.",
        trouble: "You find the snare, {actor}, which is the other thing that people keep under ashes.",
      },
    ],
  },
  {
    situation: "gate",
    scene: [
      "At nightfall {token} begins to hum, first to itself and then to something under the ground.",
      "Where the hum is loudest lies a slab with an iron ring, and the dust has made a detour round it for years.",
    ],
    moves: [
      {
        act: "I take the ring in both hands and lift, slowly, from the knees.",
        success: "The slab comes up like a lid, {actor}, and below are stairs and a light that somebody has left on.",
        trouble:
          "The slab comes up, {actor}, and the air under it has been waiting for a century and goes straight into your clothes.",
      },
      {
        act: "I hum back until I find the note that it is looking for.",
        success: "At the right note the slab slides aside by itself, {actor}, like a waiter who has seen the tip.",
        trouble:
          "At the right note everything answers, {actor}, the slab, the stones and something that had been asleep.",
      },
    ],
  },
];
