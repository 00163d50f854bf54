/** The largest value of `maxTurns`, unless a mode sets a lower limit, and of some other settings that count turns. */
export const maxTurnLimit = 10_000;
