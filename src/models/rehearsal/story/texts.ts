/** Which texts a story has in which language. */
import type { Language } from "../../../language.js";
import { storyEnglish } from "./story-en.js";
import type { StoryTexts } from "./story-texts.js";
import { storyChinese } from "./story-zh.js";

/** Everything that can happen in a rehearsed story, by language. */
export const storyTextsOf: Readonly<Record<Language, StoryTexts>> = { en: storyEnglish, zh: storyChinese };
