/** Nobody in a cast can have a reserved name, because these names label messages from outside the cast. */
import { lazy } from "../../base/lazy.js";
import { languages, locales } from "../../words/registry.js";
import { looksOf, resemblesName, unnamedSpeakers } from "./name.js";

const moderatorNames: readonly string[] = languages.map((language) => locales[language].prompts.moderator);

const listenerNames = languages.map((language) => locales[language].listener);

const reservedNames = [...moderatorNames, ...listenerNames, ...Object.values(unnamedSpeakers), "System", "Tool"];

const reserved = lazy(() => new Set(reservedNames.flatMap(looksOf)));

export const isReservedName = (name: string): boolean => looksOf(name).some((look) => reserved().has(look));

/**
 * Names that a listener cannot choose, because most of them would let the listener pass for the moderator, a model or
 * the system: the reserved names, and titles such as “host”, which a participant can have.
 */
const officialNames = [...reservedNames, ...languages.flatMap((language) => [...locales[language].officials])];

/** Whether a name, or each of its words, resembles an official name, as in “Mod”, “the host” or “AI-Admin”. */
export function soundsOfficial(name: string): boolean {
  const words = name.split(/[\s\p{P}]+/u).filter(Boolean);
  // “Al” looks like “AI”, but is a first name.
  if (words[0]?.toLowerCase() === "al") return false;
  return resemblesName(name, officialNames) || words.every((word) => resemblesName(word, officialNames));
}

export const isModeratorName = (name: string): boolean => moderatorNames.includes(name);
