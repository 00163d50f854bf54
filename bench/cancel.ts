/**
 * `npm run report:cancel`: cancels runs during model calls in every mode, and measures how soon the endpoint sees each
 * run's connections close. Exits with 1 if a connection closes too late, if a call arrives after the cancellation, or
 * if a timer is left.
 */
import { type CancelResult, cancelInTheMiddle, cancellations, ways } from "../test/support/cancelling.js";

const longest = 100;
/** `lookOutMs` is longer than `retryAfterMs`, so a retry that was not cancelled still arrives and is counted. */
const rules = { retryAfterMs: 150, lookOutMs: 300 };

const milliseconds = (figure: number) => `${figure.toFixed(1).padStart(6)} ms`;
const ordered = (figures: readonly number[]) => [...figures].sort((left, right) => left - right);
const middle = (figures: readonly number[]) => ordered(figures)[Math.floor(figures.length / 2)] ?? Number.NaN;
const most = (figures: readonly number[]) => Math.max(0, ...figures);

// The first cancellation also loads modules, so its times are not used.
await cancelInTheMiddle({ name: "", mode: "bidding", held: "bid", inFlight: 4 }, "invoke", rules);
const results: CancelResult[] = [];
for (const cancellation of cancellations) {
  const each: CancelResult[] = [];
  for (const way of ways) each.push(await cancelInTheMiddle(cancellation, way, rules));
  results.push(...each);
  const closed = each.flatMap(({ closedAfter }) => closedAfter);
  console.error(
    `${cancellation.name.padEnd(32)} ${String(closed.length).padStart(2)} connections closed after at most ${milliseconds(most(closed))}`,
  );
}
const closed = results.flatMap(({ closedAfter }) => closedAfter);
const ended = results.map(({ endedAfter }) => endedAfter);
const later = results.reduce((sum, result) => sum + result.later, 0);
const timers = results.reduce((sum, result) => sum + result.timers, 0);
console.error(
  `${results.length} cancellations, ${closed.length} connections: closed after ${milliseconds(middle(closed)).trim()} (median), ${milliseconds(most(closed)).trim()} at most; ${later} calls came later, ${timers} timers were left`,
);
console.log(
  JSON.stringify({
    cancellations: results.length,
    connections: closed.length,
    closedAfter: { median: middle(closed), longest: most(closed) },
    endedAfter: { median: middle(ended), longest: most(ended) },
    later,
    timers,
  }),
);
process.exitCode = most(closed) <= longest && later === 0 && timers === 0 ? 0 : 1;
