/** Finds the word that was meant. Two letters that changed places count as one slip, as fingers make them. */
import { distance } from "fastest-levenshtein";
import { nearestName } from "../state/problems.js";

/** The word with each two neighbouring letters changed about. */
const swapsOf = (word: string) =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  );

/** How many slips lie between two words. */
export function slipsBetween(written: string, meant: string): number {
  return Math.min(distance(written, meant), ...swapsOf(written).map((swapped) => 1 + distance(swapped, meant)));
}

/** The known word that was probably meant. */
export function nearestWord(unknown: string, known: readonly string[]): string | undefined {
  const tolerance = Math.max(1, Math.floor(unknown.length * 0.4));
  const isNear = (name: string) => slipsBetween(unknown.toLowerCase(), name.toLowerCase()) <= tolerance;
  return nearestName(unknown, known) ?? known.find(isNear);
}
