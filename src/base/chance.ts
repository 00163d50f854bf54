/**
 * `draw` is a pure function of its arguments, so the same seed gives the same numbers in any order of calls, and on any
 * machine.
 */
import { sha256 } from "#platform.js";

/** The largest valid seed; the smallest is 0. */
export const maxSeed = 2 ** 32 - 1;

/** The decision for which a number is drawn. Different purposes give independent numbers. */
export type ChancePurpose = "tie" | "random-bid" | "stop" | "rule" | "rehearsal";

export interface DrawCoordinates {
  readonly seed: number;
  readonly turn: number;
  readonly purpose: ChancePurpose;
  /** The participant's index in the cast, for draws made per participant. Default: 0. */
  readonly seat?: number;
  /** Distinguishes draws whose other coordinates are equal. Default: the empty string. */
  readonly salt?: string | number;
}

/**
 * Returns a uniformly distributed number in [0, 1), computed from the first 53 bits of the coordinates' SHA-256 hash.
 */
export function draw({ seed, turn, purpose, seat = 0, salt = "" }: DrawCoordinates): number {
  const hash = sha256(JSON.stringify([seed, turn, purpose, seat, salt]));
  const word = (index: number) => Number.parseInt(hash.slice(index * 8, index * 8 + 8), 16);
  return (word(0) * 2 ** 21 + (word(1) >>> 11)) / 2 ** 53;
}

/**
 * Maps `chance`, a number in [0, 1), to one of `items`. If `chance` is uniformly distributed, all items are equally
 * likely.
 *
 * @throws RangeError if there are no items.
 */
export function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** Returns a random whole number from 0 to `maxSeed`, for example for a conversation that sets no seed. */
export function freshSeed(): number {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  return seed;
}
