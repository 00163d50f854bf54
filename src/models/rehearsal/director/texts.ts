/** Which texts a director has in a language. */
import type { Language } from "../../../language.js";
import { closingEnglish } from "./closing-en.js";
import { closingChinese } from "./closing-zh.js";
import { commentsEnglish } from "./comments-en.js";
import { commentsChinese } from "./comments-zh.js";
import type { DirectorTexts } from "./phrases.js";
import { questionsEnglish } from "./questions-en.js";
import { questionsChinese } from "./questions-zh.js";

/** What a director can say, by language. */
export const directorTextsOf: Readonly<Record<Language, DirectorTexts>> = {
  en: {
    comments: commentsEnglish,
    closing: closingEnglish,
    questions: questionsEnglish,
    joints: [", ", " and "],
    crowds: ["our guests", "", "", "", "", "", "our six guests", "our seven guests", "our eight guests"],
  },
  zh: {
    comments: commentsChinese,
    closing: closingChinese,
    questions: questionsChinese,
    joints: ["、", "和"],
    crowds: ["各位嘉宾", "", "", "", "", "", "六位嘉宾", "七位嘉宾", "八位嘉宾"],
  },
};
