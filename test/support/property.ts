/**
 * Property tests. A failure names its seed; to repeat the failure, run the same command with the seed as
 * `PROPERTY_SEED`. Most properties use Node's `assert`, because `expect` is slow: it creates hundreds of functions and
 * an error each time.
 */
import { randomInt } from "node:crypto";
import { it } from "@jest/globals";
import fc from "fast-check";

/** Some of Jest's configurations set `propertyCases` as a global. */
const { propertyCases: cases = 200 } = globalThis as { readonly propertyCases?: number };
export const isThorough = cases >= 10_000;

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

/** A fifth of the entries, or all of them in `npm run test:thorough`. */
export function shareOf<Entry>(entries: readonly Entry[], seed: number): readonly Entry[] {
  return isThorough ? entries : entries.filter((_entry, index) => index % 5 === seed % 5);
}

/** `weight`: the cost of a case, relative to a usual case. The number of cases is divided by it. */
export function itHolds<Values>(name: string, property: fc.IRawProperty<Values>, weight = 1): void {
  const numRuns = Math.ceil(cases / weight);
  const check = (seed: number) => fc.assert(property, { seed, numRuns });
  // Long enough for a machine that is busy with other work.
  it(name, () => withSeed(check), 300_000 * (isThorough ? weight : 1));
}
