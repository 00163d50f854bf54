/**
 * Preloaded into the development server. To learn that a run has ended, the server polls every 500 ms. Tests wait for
 * hundreds of runs, so this file makes it poll every 20 ms.
 */
const { setTimeout: startTimer } = globalThis;

globalThis.setTimeout = ((callback: () => void, ms?: number, ...rest: []) =>
  startTimer(callback, ms === 500 ? 20 : ms, ...rest)) as typeof setTimeout;
