/** The most turns a conversation may have. */
export const maxTurnLimit = 10_000;
