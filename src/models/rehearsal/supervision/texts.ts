/** Which texts a supervised team has in a language. */
import type { Language } from "../../../language.js";
import { draftsEnglish } from "./drafts-en.js";
import { draftsChinese } from "./drafts-zh.js";
import { companyEnglish } from "./errands-en-company.js";
import { groundsEnglish } from "./errands-en-grounds.js";
import { meansEnglish } from "./errands-en-means.js";
import { surroundingsEnglish } from "./errands-en-surroundings.js";
import { companyChinese } from "./errands-zh-company.js";
import { groundsChinese } from "./errands-zh-grounds.js";
import { meansChinese } from "./errands-zh-means.js";
import { surroundingsChinese } from "./errands-zh-surroundings.js";
import type { SupervisionTexts } from "./phrases.js";
import { planEnglish } from "./plan-en.js";
import { planChinese } from "./plan-zh.js";
import { reportEnglish } from "./report-en.js";
import { reportChinese } from "./report-zh.js";
import { sumUpEnglish } from "./sum-up-en.js";
import { sumUpChinese } from "./sum-up-zh.js";

/** What only a supervised team says, by language. */
export const supervisionTextsOf: Readonly<Record<Language, SupervisionTexts>> = {
  en: {
    errands: { ...meansEnglish, ...surroundingsEnglish, ...companyEnglish, ...groundsEnglish },
    drafts: draftsEnglish,
    plan: planEnglish,
    report: reportEnglish,
    sumUp: sumUpEnglish,
    lack: "an answer about {point}",
    lackOfTask: "the work on “{task}”",
  },
  zh: {
    errands: { ...meansChinese, ...surroundingsChinese, ...companyChinese, ...groundsChinese },
    drafts: draftsChinese,
    plan: planChinese,
    report: reportChinese,
    sumUp: sumUpChinese,
    lack: "{point}这一项",
    lackOfTask: "“{task}”的结果",
  },
};
