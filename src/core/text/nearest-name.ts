/** Finds the name that a mistyped name was meant to be. Swapping two adjacent letters counts as one mistake. */
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

/**
 * Returns the known name that is most similar to `unknown`, ignoring case. A name that contains `unknown` counts as
 * similar if `unknown` has at least four characters. If no name is similar, returns a name of at least four characters
 * with which `unknown` starts, or undefined.
 */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const wanted = unknown.toLowerCase();
  const tolerance = Math.min(maxSlips, Math.max(1, Math.floor(unknown.length * 0.4)));
  const stepsTo = (name: string) =>
    wanted.length > 3 && name.toLowerCase().includes(wanted) ? 1 : slipsBetween(wanted, name.toLowerCase());
  const [best] = known.map((name) => ({ name, steps: stepsTo(name) })).sort((left, right) => left.steps - right.steps);
  if (best && best.steps <= tolerance) return best.name;
  return known.find((name) => name.length > 3 && wanted.startsWith(name.toLowerCase()));
}
