/**
 * Preloaded into the development server. The server looks only every 500 ms whether a run that somebody waits for has ended;
 * tests wait for hundreds of runs, so here it looks every 20 ms.
 */
const { setTimeout: startTimer } = globalThis;

globalThis.setTimeout = ((callback: () => void, ms?: number, ...rest: []) =>
  startTimer(callback, ms === 500 ? 20 : ms, ...rest)) as typeof setTimeout;
