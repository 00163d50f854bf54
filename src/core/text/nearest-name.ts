/** Finds the name that was meant. Two letters that changed places count as one slip, as fingers make them. */
import { distance } from "fastest-levenshtein";

const swapsOf = (word: string) =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  );

/** What is longer is no slip, and comparing it would take long. In characters. */
const longestName = 100;

/** Infinity for texts that are longer than any name. */
export function slipsBetween(written: string, meant: string): number {
  if (Math.max(written.length, meant.length) > longestName) return Number.POSITIVE_INFINITY;
  return Math.min(distance(written, meant), ...swapsOf(written).map((swapped) => 1 + distance(swapped, meant)));
}

/** Names that differ more are different words. */
const maxSlips = 3;

/** The known name nearest to `unknown`, where it is near enough to be a slip: a few letters off, or a part of the name. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const wanted = unknown.toLowerCase();
  const tolerance = Math.min(maxSlips, Math.max(1, Math.floor(unknown.length * 0.4)));
  const stepsTo = (name: string) =>
    wanted.length > 3 && name.toLowerCase().includes(wanted) ? 1 : slipsBetween(wanted, name.toLowerCase());
  const [best] = known.map((name) => ({ name, steps: stepsTo(name) })).sort((left, right) => left.steps - right.steps);
  return best && best.steps <= tolerance ? best.name : undefined;
}
