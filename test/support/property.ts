/**
 * Properties: 200 cases each, or 10,000 in `npm run test:thorough`. The seed is printed: run the same command again with it as
 * `PROPERTY_SEED` to see a failure again. Properties assert with Node's own `assert`: an `expect` creates hundreds of functions and
 * an error each time, which takes fifty times as long as a cheap case itself.
 */
import { randomInt } from "node:crypto";
import { it } from "@jest/globals";
import fc from "fast-check";

/** Set by the `--globals` of `npm run test:thorough`. */
const { propertyCases: cases = 200 } = globalThis as { readonly propertyCases?: number };
export const isThorough = cases >= 10_000;

/** Each property draws a seed of its own unless `PROPERTY_SEED` sets one. */
function seedFor(): number {
  const given = process.env["PROPERTY_SEED"];
  return given ? Number(given) : randomInt(2 ** 31);
}

/** A fifth of the entries, another one in every run, whose ids are printed; all of them in `npm run test:thorough`. */
export function shareOf<Entry extends { readonly id: string }>(entries: readonly Entry[]): readonly Entry[] {
  if (isThorough) return entries;
  const first = seedFor() % 5;
  const share = entries.filter((_entry, index) => index % 5 === first);
  process.stdout.write(`${share.length} of ${entries.length}: ${share.map(({ id }) => id).join(", ")}\n`);
  return share;
}

/** A test that a property holds. `weight`: how many usual cases one of these costs; there are fewer of them then. */
export function itHolds<Values>(name: string, property: fc.IRawProperty<Values>, weight = 1): void {
  const numRuns = Math.ceil(cases / weight);
  it(
    name,
    async () => {
      const seed = seedFor();
      const again = `PROPERTY_SEED=${seed}`;
      process.stdout.write(`${again} ${numRuns} cases: ${name}\n`);
      const details = await fc.check(property, { seed, numRuns });
      if (!details.failed) return;
      const { errorInstance: cause } = details;
      const why = cause instanceof Error ? `\n${cause.message}` : "";
      throw new Error(`${again}\n${await fc.asyncDefaultReportMessage(details)}${why}`, { cause });
    },
    60_000 * (isThorough ? weight : 1),
  );
}
