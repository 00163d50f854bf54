/** Limits that several modules share. */

/** The highest number of turns that a conversation may have. */
export const maxTurnLimit = 10_000;
