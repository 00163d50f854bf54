/** The most turns a conversation may have. */
export const maxTurnLimit = 10_000;

/** In characters. */
export const longestTopic = 4000;
