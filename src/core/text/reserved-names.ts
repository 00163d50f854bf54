/** Names that nobody in a cast may have: labels of messages that nobody in the cast says. */
import { lazy } from "../../base/lazy.js";
import { languages, locales } from "../../words/registry.js";
import { looksOf, unnamedSpeakers } from "./name.js";

const moderatorNames: readonly string[] = languages.map((language) => locales[language].prompts.moderator);

const listenerNames = languages.map((language) => locales[language].listener);

/** Labels of messages that nobody in the cast said, in all languages. */
export const reservedNames = [...moderatorNames, ...listenerNames, ...Object.values(unnamedSpeakers), "System", "Tool"];

const reserved = lazy(() => new Set(reservedNames.flatMap(looksOf)));

/** Whether a name is, or looks like, one of those. */
export const isReservedName = (name: string): boolean => looksOf(name).some((look) => reserved().has(look));

/** Whether this is the name of whoever opens conversations, in any language. */
export const isModeratorName = (name: string): boolean => moderatorNames.includes(name);
