/** The languages, once, and what follows from all of them. A language is a folder beside this file and a line here. */
import { errorMessage, type RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import { lazy } from "../lazy.js";
import { looksOf, unnamedSpeakers } from "../text/name.js";
import { sentencesOf } from "../text/sentences.js";
import { english } from "./en/locale.js";
import type { ExampleMember, Locale } from "./locale.js";
import { chinese } from "./zh/locale.js";

export const locales = { en: english as Locale, zh: chinese } satisfies Readonly<Record<string, Locale>>;

export const languages = Object.keys(locales) as [keyof typeof locales, ...(keyof typeof locales)[]];

/** The language where none is given, and of what forms show. */
export const defaultLanguage = "en" satisfies keyof typeof locales;

/** The language that `written` names; undefined where there is none of that name. */
export const languageNamed = (written: unknown) => languages.find((language) => language === written);

const moderatorNames: readonly string[] = languages.map((language) => locales[language].prompts.moderator);
const listenerNames = languages.map((language) => locales[language].listener);
/** The lines of people who passed or were late. */
const unspoken: readonly string[] = Object.values(locales).flatMap(({ prompts }) => [prompts.passes, prompts.late]);

/** Labels of messages that nobody in the cast said, in all languages. */
export const reservedNames = [...moderatorNames, ...listenerNames, ...Object.values(unnamedSpeakers), "System", "Tool"];

const reserved = lazy(() => new Set(reservedNames.flatMap(looksOf)));

/** Whether a name is, or looks like, one of those. */
export const isReservedName = (name: string): boolean => looksOf(name).some((look) => reserved().has(look));

/** Whether this is the name of whoever opens conversations, in any language. */
export const isModeratorName = (name: string): boolean => moderatorNames.includes(name);

/** Words in English. In Chinese, as word processors count: characters, punctuation marks, and foreign words or numbers. */
export const countWords = (text: string, language: Language): number =>
  unspoken.includes(text) ? 0 : locales[language].countWords(text);

/** As many whole sentences from the beginning as fit into `limit` words; the empty string where the first is too long. */
export function fitWords(text: string, limit: number, language: Language): string {
  let fitted = "";
  let words = 0;
  for (const sentence of sentencesOf(text)) {
    words += countWords(sentence, language);
    if (words > limit) break;
    fitted += sentence;
  }
  return fitted.trim();
}

/** The error's message in `language`, whatever language it was raised in. An `invalid-input` error has a line per problem. */
export const describeError = ({ code, details }: RostrumError, language: Language): string =>
  errorMessage(code, details as never, locales[language].errors);

/** The example's cast for a meeting: with one who sums up and one who decides. */
export function meetingCast(language: Language): ExampleMember[] {
  const { participants, chairs } = locales[language].example;
  return [...participants, ...chairs];
}

/** The fields of an input that the example fills. */
interface Given {
  readonly language: Language;
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
}

/** Whether the topic is an example's: the form shows the default language's, whatever language is chosen in it. */
export const isExampleTopic = (topic: string): boolean =>
  languages.some((each) => locales[each].example.topic === topic);

/** Whether this cast is a language's example, unedited. */
function isExampleCast(participants: readonly ExampleMember[], language: Language): boolean {
  const known = meetingCast(language);
  const isSame = (given: ExampleMember, seat: number) =>
    (["name", "role", "description"] as const).every((field) => given[field] === known[seat]?.[field]);
  const sizes = [locales[language].example.participants.length, known.length];
  return sizes.includes(participants.length) && participants.every(isSame);
}

/**
 * What an unedited form means in the language that was chosen: the form itself shows only one language's example. With a topic
 * of the caller's own, the example's cast keeps its names and roles only; its views fit the example's topic.
 */
export function exampleIn({ language, topic, participants }: Given): Partial<Given> {
  const shown = languages.find((each) => isExampleCast(participants, each));
  if (shown === undefined) return {};
  // A cast of another language than the form's was chosen on purpose.
  const spoken = shown === defaultLanguage ? language : shown;
  const local = meetingCast(spoken);
  const isOwnTopic = !isExampleTopic(topic);
  return {
    topic: isOwnTopic ? topic : locales[spoken].example.topic,
    participants: participants.map((given, seat) => {
      const member = { ...given, ...local[seat] };
      return isOwnTopic ? { ...member, description: "" } : member;
    }),
  };
}
