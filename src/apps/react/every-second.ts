/** Counts ticks instead of reading a clock, so that time during which the browser froze the page does not count. */
export function everySecond(tick: (seconds: number) => void): () => void {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    tick(seconds);
  }, 1000);
  return () => clearInterval(timer);
}
