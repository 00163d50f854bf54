/** Swapping two adjacent letters counts as one mistake. */
import { distance } from "fastest-levenshtein";

const swapsOf = (word: string) =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  );

/** In characters. A longer text is not a mistyped name, and comparing it would take too long. */
const longestName = 100;

export function slipsBetween(written: string, meant: string): number {
  if (Math.max(written.length, meant.length) > longestName) return Number.POSITIVE_INFINITY;
  return Math.min(distance(written, meant), ...swapsOf(written).map((swapped) => 1 + distance(swapped, meant)));
}

const maxSlips = 3;

/** Ignores case. Also finds a name that contains `unknown` or that `unknown` starts with, if it has four characters. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const wanted = unknown.toLowerCase();
  const tolerance = Math.min(maxSlips, Math.max(1, Math.floor(unknown.length * 0.4)));
  const isPart = (name: string) =>
    (wanted.length > 3 && name.includes(wanted)) || (name.length > 3 && wanted.startsWith(name));
  const stepsTo = (name: string) => (isPart(name) ? 1 : slipsBetween(wanted, name));
  const [best] = known
    .map((name) => ({ name, steps: stepsTo(name.toLowerCase()) }))
    .sort((left, right) => left.steps - right.steps);
  return best && best.steps <= tolerance ? best.name : undefined;
}
