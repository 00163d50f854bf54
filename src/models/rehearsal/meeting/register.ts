/** A debate's ways of talking, as they are used in a meeting: not late in the evening, and with minutes and initials. */
import type { Language } from "../../../language.js";
import type { Phrases } from "../phrases.js";
import { phrasesOf } from "../texts.js";
import { meetingTextsOf } from "./texts.js";

/** What is said at a theatre or in the evening. */
const late = /\b(?:tonight|evenings?|midnight)\b|今晚|今夜|半夜|晚上|一晚/iu;

const known = new Map<Language, Phrases>();

/** What a meeting's speakers say. Arguments are the same everywhere. */
export function meetingPhrases(language: Language): Phrases {
  const ready = known.get(language);
  if (ready !== undefined) return ready;
  const phrases = phrasesOf[language];
  const { questions, challenges } = meetingTextsOf[language].discussion;
  const made: Phrases = {
    ...phrases,
    answers: eachByDay(phrases.answers),
    positions: eachByDay(phrases.positions),
    approaches: eachByDay(phrases.approaches),
    wishes: byDay(phrases.wishes),
    roleRemarks: byDay(phrases.roleRemarks),
    concessions: byDay(phrases.concessions),
    questions: [...byDay(phrases.questions), ...questions],
    challenges: [...byDay(phrases.challenges), ...challenges],
  };
  known.set(language, made);
  return made;
}

function byDay(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !late.test(text));
}

/** The same for groups of texts. */
function eachByDay<Groups extends { readonly [name in keyof Groups]: readonly string[] }>(groups: Groups): Groups {
  const entries = Object.entries<readonly string[]>(groups);
  return Object.fromEntries(entries.map(([name, texts]) => [name, byDay(texts)])) as Groups;
}
