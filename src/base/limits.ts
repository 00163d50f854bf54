/** The upper bound of `maxTurns`, unless a mode sets a lower one, and of some other settings that count turns. */
export const maxTurnLimit = 10_000;
