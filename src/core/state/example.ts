/** The example that an unedited form runs. */

import type { ExampleMember } from "../../words/en/locale.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languages, locales } from "../../words/registry.js";

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
