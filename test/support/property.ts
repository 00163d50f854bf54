/**
 * Property tests: 200 cases each, or 10,000 with `npm run test:thorough`. A failure names its seed. To repeat the
 * failure, run the same command with the seed as `PROPERTY_SEED`. Properties use Node's `assert`, because each `expect`
 * creates hundreds of functions and an error, which takes fifty times as long as a cheap case.
 */
import { randomInt } from "node:crypto";
import { it } from "@jest/globals";
import fc from "fast-check";

/** Some of Jest's configurations set `propertyCases` as a global. */
const { propertyCases: cases = 200 } = globalThis as { readonly propertyCases?: number };
export const isThorough = cases >= 10_000;

/** Runs a test with the seed in `PROPERTY_SEED`, or with a random seed. The error of a failed test names the seed. */
export async function withSeed<Result>(test: (seed: number) => Result | Promise<Result>): Promise<Result> {
  const given = process.env["PROPERTY_SEED"];
  const seed = given ? Number(given) : randomInt(2 ** 31);
  try {
    return await test(seed);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`failed with PROPERTY_SEED=${seed}: ${reason}`, { cause });
  }
}

/** Returns a fifth of the entries, selected by the seed. Returns all of them in `npm run test:thorough`. */
export function shareOf<Entry>(entries: readonly Entry[], seed: number): readonly Entry[] {
  return isThorough ? entries : entries.filter((_entry, index) => index % 5 === seed % 5);
}

/**
 * Defines a test of a property. `weight`: the cost of a case, relative to a usual case. The number of cases is divided
 * by `weight`.
 */
export function itHolds<Values>(name: string, property: fc.IRawProperty<Values>, weight = 1): void {
  const numRuns = Math.ceil(cases / weight);
  const check = (seed: number) => fc.assert(property, { seed, numRuns });
  // Long enough for a machine that is busy with other work.
  it(name, () => withSeed(check), 300_000 * (isThorough ? weight : 1));
}
