/** Limits that several parts share. */

/** The most turns that a conversation may have. */
export const maxTurnLimit = 10_000;
