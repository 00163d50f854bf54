/** What those are called who take part without being in the cast. No participant may be: one could be taken for the other. */
import type { Language } from "../language.js";

/** Who opens a conversation. */
export const moderatorNames: Readonly<Record<Language, string>> = { en: "Moderator", zh: "主持人" };

/** A listener who interjects without giving a name. */
export const listenerNames: Readonly<Record<Language, string>> = { en: "User", zh: "用户" };
