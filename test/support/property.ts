/**
 * Properties: each tried with 10,000 cases, from a seed that is printed, so that a failure can be had again. `PROPERTY_CASES`
 * sets another number, for a second run on the same machine. They assert with Node's own `assert`: an `expect` makes hundreds of
 * functions and an error each time it is called, which takes fifty times as long, and most of the time of a cheap case.
 */
import { randomInt } from "node:crypto";
import { it } from "@jest/globals";
import fc from "fast-check";

const usual = 10_000;
const cases = Number(process.env["PROPERTY_CASES"] || usual);
if (!(cases > 0)) throw new Error("PROPERTY_CASES must be a number above 0");

/** The seed of every property of this run, where `PROPERTY_SEED` sets one; else each draws its own. */
function seedFor(): number {
  const given = process.env["PROPERTY_SEED"];
  return given ? Number(given) : randomInt(2 ** 31);
}

/** All that is to be tried; where `PROPERTY_CASES` asks for fewer cases, as large a part of it, which is told and another every time. */
export function shareOf<Entry extends { readonly id: string }>(entries: readonly Entry[]): readonly Entry[] {
  const every = Math.max(1, Math.round(usual / cases));
  if (every === 1) return entries;
  const first = seedFor() % every;
  const share = entries.filter((_entry, index) => index % every === first);
  process.stdout.write(`${share.length} of ${entries.length}: ${share.map(({ id }) => id).join(", ")}\n`);
  return share;
}

/** A test that a property holds. */
export function itHolds<Values>(name: string, property: fc.IRawProperty<Values>): void {
  it(name, async () => {
    const seed = seedFor();
    const again = `PROPERTY_SEED=${seed}`;
    process.stdout.write(`${again} ${cases} cases: ${name}\n`);
    const details = await fc.check(property, { seed, numRuns: cases });
    if (!details.failed) return;
    const { errorInstance: cause } = details;
    const why = cause instanceof Error ? `\n${cause.message}` : "";
    throw new Error(`${again}\n${await fc.asyncDefaultReportMessage(details)}${why}`, { cause });
  }, 60_000);
}
