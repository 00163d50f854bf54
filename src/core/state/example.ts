import type { ExampleMember } from "../../words/en/locale.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languages, locales } from "../../words/registry.js";

export function meetingCast(language: Language): ExampleMember[] {
  const { participants, chairs } = locales[language].example;
  return [...participants, ...chairs];
}

interface Given {
  readonly language: Language;
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
}

/**
 * Whether the topic is an example's topic, in any language. The form shows the example in the default language, even if
 * another language is chosen.
 */
export const isExampleTopic = (topic: string): boolean =>
  languages.some((each) => locales[each].example.topic === topic);

function isExampleCast(participants: readonly ExampleMember[], language: Language): boolean {
  const known = meetingCast(language);
  const isSame = (given: ExampleMember, seat: number) =>
    (["name", "role", "description"] as const).every((field) => given[field] === known[seat]?.[field]);
  const sizes = [locales[language].example.participants.length, known.length];
  return sizes.includes(participants.length) && participants.every(isSame);
}

/**
 * The form shows the example in only one language, so an unedited example is translated into the chosen language. If
 * the topic is the caller's own, the example's descriptions are removed, because they fit only the example's topic.
 */
export function exampleIn({ language, topic, participants }: Given): Partial<Given> {
  const shown = languages.find((each) => isExampleCast(participants, each));
  if (shown === undefined) return {};
  // The form shows the cast in the default language, so a cast in another language was the caller's choice.
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
