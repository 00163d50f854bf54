/** Which texts a meeting has in a language. */
import type { Language } from "../../../language.js";
import { decisionEnglish } from "./decision-en.js";
import { decisionChinese } from "./decision-zh.js";
import { discussionEnglish } from "./discussion-en.js";
import { discussionChinese } from "./discussion-zh.js";
import { judgementEnglish } from "./judgement-en.js";
import { judgementChinese } from "./judgement-zh.js";
import type { MeetingTexts } from "./phrases.js";
import { presentationEnglish } from "./presentation-en.js";
import { presentationChinese } from "./presentation-zh.js";
import { summaryEnglish } from "./summary-en.js";
import { summaryChinese } from "./summary-zh.js";

/** What only a staged meeting says, by language. */
export const meetingTextsOf: Readonly<Record<Language, MeetingTexts>> = {
  en: {
    presentation: presentationEnglish,
    discussion: discussionEnglish,
    summary: summaryEnglish,
    judgement: judgementEnglish,
    decision: decisionEnglish,
    joints: [", ", " and "],
    clauseJoints: [", ", ", and "],
  },
  zh: {
    presentation: presentationChinese,
    discussion: discussionChinese,
    summary: summaryChinese,
    judgement: judgementChinese,
    decision: decisionChinese,
    joints: ["、", "和"],
    clauseJoints: ["，", "，"],
  },
};
