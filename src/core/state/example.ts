/** The example that runs if a form is left unedited. */

import type { ExampleMember } from "../../words/en/locale.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languages, locales } from "../../words/registry.js";

/** The example's cast for a meeting, including a summarizer and a decider. */
export function meetingCast(language: Language): ExampleMember[] {
  const { participants, chairs } = locales[language].example;
  return [...participants, ...chairs];
}

/** The input fields that the example fills. */
interface Given {
  readonly language: Language;
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
}

/**
 * Whether the topic is an example's, in any language. The form shows the default language's example, whatever language
 * is chosen.
 */
export const isExampleTopic = (topic: string): boolean =>
  languages.some((each) => locales[each].example.topic === topic);

/** Whether this cast is the unedited example of a language. */
function isExampleCast(participants: readonly ExampleMember[], language: Language): boolean {
  const known = meetingCast(language);
  const isSame = (given: ExampleMember, seat: number) =>
    (["name", "role", "description"] as const).every((field) => given[field] === known[seat]?.[field]);
  const sizes = [locales[language].example.participants.length, known.length];
  return sizes.includes(participants.length) && participants.every(isSame);
}

/**
 * Translates an unedited form into the chosen language, because the form shows the example in one language only. With
 * the caller's own topic, the cast keeps only names and roles, because the example's views fit its own topic.
 */
export function exampleIn({ language, topic, participants }: Given): Partial<Given> {
  const shown = languages.find((each) => isExampleCast(participants, each));
  if (shown === undefined) return {};
  // A cast in another language than the form's must be the caller's choice.
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
