/**
 * Properties: 200 cases each, or 10,000 in `npm run test:thorough`. A failure names its seed: run the same command again with it as
 * `PROPERTY_SEED` to see it again. Properties assert with Node's own `assert`: an `expect` creates hundreds of functions and
 * an error each time, which takes fifty times as long as a cheap case itself.
 */
import { randomInt } from "node:crypto";
import { it } from "@jest/globals";
import fc from "fast-check";

/** Set by `globals` in Jest's configurations. */
const { propertyCases: cases = 200 } = globalThis as { readonly propertyCases?: number };
export const isThorough = cases >= 10_000;

/** Runs a test with a seed of its own, or with the one that `PROPERTY_SEED` sets. The error of a failed test names the seed. */
export async function withSeed<Result>(test: (seed: number) => Result | Promise<Result>): Promise<Result> {
  const given = process.env["PROPERTY_SEED"];
  const seed = given ? Number(given) : randomInt(2 ** 31);
  try {
    return await test(seed);
  } catch (cause) {
    throw new Error(`failed with PROPERTY_SEED=${seed}`, { cause });
  }
}

/** A fifth of the entries, another one for each seed; all of them in `npm run test:thorough`. */
export function shareOf<Entry>(entries: readonly Entry[], seed: number): readonly Entry[] {
  return isThorough ? entries : entries.filter((_entry, index) => index % 5 === seed % 5);
}

/** A test that a property holds. `weight`: how many usual cases one of these costs; there are fewer of them then. */
export function itHolds<Values>(name: string, property: fc.IRawProperty<Values>, weight = 1): void {
  const numRuns = Math.ceil(cases / weight);
  const check = (seed: number) => fc.assert(property, { seed, numRuns });
  it(name, () => withSeed(check), 60_000 * (isThorough ? weight : 1));
}
