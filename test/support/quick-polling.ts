/**
 * Makes the development server poll every 20 ms instead of every 500 ms for the end of a run, because tests wait for
 * hundreds of runs. The server preloads this file.
 */
const { setTimeout: startTimer } = globalThis;

globalThis.setTimeout = ((callback: () => void, ms?: number, ...rest: []) =>
  startTimer(callback, ms === 500 ? 20 : ms, ...rest)) as typeof setTimeout;
