/**
 * Every random number of a conversation. A draw is a pure function of its coordinates, so the same seed gives the same
 * conversation in any order of answers, after a crash, in a fork and on another machine.
 */
import { createHash, randomInt } from "node:crypto";

/** The largest seed. Seeds are integers from 0. */
export const maxSeed = 2 ** 32 - 1;

/** What a draw decides. Each purpose has its own sequence of numbers. */
export type ChancePurpose = "tie" | "random-bid" | "stop" | "rule" | "rehearsal";

export interface DrawCoordinates {
  readonly seed: number;
  readonly turn: number;
  readonly purpose: ChancePurpose;
  /** The participant's place in the cast, from 0, for draws that belong to a participant. Default: 0. */
  readonly seat?: number;
  /** Distinguishes draws whose other coordinates are equal. Default: the empty string. */
  readonly salt?: string | number;
}

/** A number in [0, 1), uniform over the coordinates: the first 53 bits of their SHA-256 hash. */
export function draw({ seed, turn, purpose, seat = 0, salt = "" }: DrawCoordinates): number {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, turn, purpose, seat, salt]))
    .digest();
  return (digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11)) / 2 ** 53;
}

/**
 * Picks one of `items`, each equally likely for a uniform `chance` in [0, 1).
 *
 * @throws RangeError if there are no items.
 */
export function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** A new seed for a conversation that has none. It is the only number here that cannot be reproduced. */
export function freshSeed(): number {
  return randomInt(0, maxSeed + 1);
}
