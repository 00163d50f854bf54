/** The upper bound of `maxTurns`, unless a mode sets a lower bound, and of other settings that count turns. */
export const maxTurnLimit = 10_000;
