/** The largest value of `maxTurns`, and of other settings that are numbers of turns. */
export const maxTurnLimit = 10_000;
