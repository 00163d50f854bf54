/** The upper bound of `maxTurns`, unless a mode sets a smaller one, and of several other settings that count turns. */
export const maxTurnLimit = 10_000;
