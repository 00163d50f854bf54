/** What the one who opens a conversation is called. No participant may be: it could be taken for the opening. */
import type { Language } from "./language.js";

export const moderatorNames: Readonly<Record<Language, string>> = { en: "Moderator", zh: "主持人" };
