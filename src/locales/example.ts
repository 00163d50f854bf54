/** The example debate, which an unedited form stands for. */
import type { Language } from "../language.js";
import type { ExampleMember } from "./locale.js";
import { defaultLanguage, languages, locales } from "./registry.js";

/** The example's cast for a meeting: with one who sums up and one who decides. */
export function meetingCast(language: Language): ExampleMember[] {
  const { participants, chairs } = locales[language].example;
  return [...participants, ...chairs];
}

/** The fields of an input that the example fills. */
export interface Given {
  readonly language: Language;
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
}

/** Whether the topic is an example's: the form shows the default language's, whatever language is chosen in it. */
export const isExampleTopic = (topic: string): boolean =>
  languages.some((each) => locales[each].example.topic === topic);

/** The language whose example this cast is, unedited; undefined where it is the caller's own. */
function castLanguage(participants: Given["participants"]): Language | undefined {
  return languages.find((language) => {
    const known = meetingCast(language);
    const isWhole = [locales[language].example.participants.length, known.length].includes(participants.length);
    const isSame = (given: ExampleMember, seat: number) =>
      (["name", "role", "description"] as const).every((field) => given[field] === known[seat]?.[field]);
    return isWhole && participants.every(isSame);
  });
}

/**
 * What an unedited form means in the language that was chosen: the form itself shows only one language's example. With a topic
 * of the caller's own, the example's cast keeps its names and roles only; its views fit the example's topic.
 */
export function exampleIn<Input extends Given>({ language, topic, participants }: Input): Partial<Given> {
  const shown = castLanguage(participants);
  if (shown === undefined) return {};
  // A cast of another language than the form's was chosen on purpose.
  const spoken = shown === defaultLanguage ? language : shown;
  const local = meetingCast(spoken);
  const isOwnTopic = !isExampleTopic(topic);
  return {
    topic: isOwnTopic ? topic : locales[spoken].example.topic,
    participants: participants.map((given, seat) => ({
      ...given,
      ...local[seat],
      ...(isOwnTopic ? { description: "" } : {}),
    })),
  };
}
