/** Everything that can happen in a rehearsed story, in English. See `story-texts.ts` for what each group is for. */
import { arrivalEnglish, thresholdEnglish } from "./beginnings-en.js";
import { aftermathEnglish, threadEnglish } from "./endings-en.js";
import { complicationEnglish, discoveryEnglish } from "./middles-en.js";
import { motifsEnglish } from "./motifs-en.js";
import type { StoryTexts } from "./story-texts.js";
import { handsEnglish } from "./styles-hands-en.js";
import { headsEnglish } from "./styles-heads-en.js";
import { climaxEnglish, setbackEnglish } from "./turns-en.js";

export const storyEnglish: StoryTexts = {
  ...motifsEnglish,
  beats: {
    arrival: arrivalEnglish,
    threshold: thresholdEnglish,
    complication: complicationEnglish,
    discovery: discoveryEnglish,
    setback: setbackEnglish,
    climax: climaxEnglish,
    aftermath: aftermathEnglish,
    thread: threadEnglish,
  },
  styles: { ...handsEnglish, ...headsEnglish },
};
