/** Names that nobody in a cast may have, because they label messages from outside the cast. */
import { lazy } from "../../base/lazy.js";
import { languages, locales } from "../../words/registry.js";
import { looksOf, unnamedSpeakers } from "./name.js";

const moderatorNames: readonly string[] = languages.map((language) => locales[language].prompts.moderator);

const listenerNames = languages.map((language) => locales[language].listener);

/** The labels of messages from outside the cast, in all languages. */
export const reservedNames = [...moderatorNames, ...listenerNames, ...Object.values(unnamedSpeakers), "System", "Tool"];

const reserved = lazy(() => new Set(reservedNames.flatMap(looksOf)));

/** Whether a name is reserved or looks like a reserved one. */
export const isReservedName = (name: string): boolean => looksOf(name).some((look) => reserved().has(look));

/** Whether this is the moderator's name in any language. */
export const isModeratorName = (name: string): boolean => moderatorNames.includes(name);
