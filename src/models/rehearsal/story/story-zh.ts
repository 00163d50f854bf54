/** Everything that can happen in a rehearsed story, in Chinese. See `story-texts.ts` for what each group is for. */
import { arrivalChinese, thresholdChinese } from "./beginnings-zh.js";
import { aftermathChinese, threadChinese } from "./endings-zh.js";
import { complicationChinese, discoveryChinese } from "./middles-zh.js";
import { motifsChinese } from "./motifs-zh.js";
import type { StoryTexts } from "./story-texts.js";
import { handsChinese } from "./styles-hands-zh.js";
import { headsChinese } from "./styles-heads-zh.js";
import { climaxChinese, setbackChinese } from "./turns-zh.js";

export const storyChinese: StoryTexts = {
  ...motifsChinese,
  beats: {
    arrival: arrivalChinese,
    threshold: thresholdChinese,
    complication: complicationChinese,
    discovery: discoveryChinese,
    setback: setbackChinese,
    climax: climaxChinese,
    aftermath: aftermathChinese,
    thread: threadChinese,
  },
  styles: { ...handsChinese, ...headsChinese },
};
