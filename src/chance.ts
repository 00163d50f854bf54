/**
 * All chance in a conversation. A draw is a pure function of its coordinates, so that the same seed gives the same
 * conversation in whatever order answers arrive, after a crash, in a fork, and on another machine.
 */
import { createHash, randomInt } from "node:crypto";

/** Seeds are integers from 0 to this number. */
export const maxSeed = 2 ** 32 - 1;

/** What a draw decides. Each purpose has its own stream of numbers. */
export type ChancePurpose = "tie" | "random-bid" | "stop" | "rule" | "rehearsal";

/** The coordinates of one draw. */
export interface DrawCoordinates {
  readonly seed: number;
  readonly turn: number;
  readonly purpose: ChancePurpose;
  /** Whose draw it is: a participant's place in the cast; 0 where it is nobody's in particular. */
  readonly seat?: number;
  /** Tells apart several draws with the same coordinates. */
  readonly salt?: string | number;
}

/** A number in [0, 1), uniform over the coordinates: the first 53 bits of their SHA-256 hash. */
export function draw({ seed, turn, purpose, seat = 0, salt = "" }: DrawCoordinates): number {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, turn, purpose, seat, salt]))
    .digest();
  return (digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11)) / 2 ** 53;
}

/** One of `items`, each equally likely for a uniform `chance` in [0, 1). Throws a RangeError when there is none. */
export function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** A new seed, for a conversation that was given none. The only number here that cannot be repeated. */
export function freshSeed(): number {
  return randomInt(0, maxSeed + 1);
}
