/** Names that no participant may have, because they label messages from outside the cast. */
import { nameKey, unnamedSpeakers } from "../text/name.js";
import { languages, locales } from "./registry.js";

const moderatorNames: readonly string[] = languages.map((language) => locales[language].prompts.moderator);
const listenerNames: readonly string[] = languages.map((language) => locales[language].listener);

/** Labels of messages that nobody in the cast said, in all languages. */
export const reservedNames = [...moderatorNames, ...listenerNames, ...Object.values(unnamedSpeakers), "System", "Tool"];

const reserved = new Set(reservedNames.map(nameKey));

export const isReservedName = (name: string): boolean => reserved.has(nameKey(name));

/** Whether this is the name of whoever opens conversations, in any language. */
export const isModeratorName = (name: string): boolean => moderatorNames.includes(name);
