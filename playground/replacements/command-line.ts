/** The playground has no command line. */
export const english = {};
export const chinese = {};
