/**
 * Makes the development server, which preloads this file, poll every 20 ms instead of every 500 ms for the end of a
 * run, because tests wait for hundreds of runs.
 */
const { setTimeout: startTimer } = globalThis;

globalThis.setTimeout = ((callback: () => void, ms?: number, ...rest: []) =>
  startTimer(callback, ms === 500 ? 20 : ms, ...rest)) as typeof setTimeout;
